/** The queries about a chain. */
package dev.rota.cores.queries;
