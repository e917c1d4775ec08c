/** What can be asked of a network. */
package dev.rota.chunks.queries;
