/**
 * Executors of a shard's batches: deterministic, without Kafka, clocks or threads. An executor gets
 * a batch and the previous state, and returns the content of the next block.
 */
package dev.rota.executor;
