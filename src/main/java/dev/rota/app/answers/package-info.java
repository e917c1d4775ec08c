/** The verbs that answer from the log: query, state, why, forecast, export. */
package dev.rota.app.answers;
