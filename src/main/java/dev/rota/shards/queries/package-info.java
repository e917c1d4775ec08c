/** The queries about a pool. */
package dev.rota.shards.queries;
