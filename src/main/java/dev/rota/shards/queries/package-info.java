/** What can be asked of a pool. */
package dev.rota.shards.queries;
