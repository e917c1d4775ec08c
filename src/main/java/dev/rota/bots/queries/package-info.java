/** The queries about a grid. */
package dev.rota.bots.queries;
