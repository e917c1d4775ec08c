/** Finds executors of shards by name. {@link dev.rota.client.ShardWorker} runs them. */
package dev.rota.app.workers;
