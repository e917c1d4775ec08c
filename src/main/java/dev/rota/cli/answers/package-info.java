/** The verbs that answer from the log: query, state, why, export. */
package dev.rota.cli.answers;
