/** The queries about a network. */
package dev.rota.chunks.queries;
