/**
 * What runs a shard's batches: deterministic, and free of Kafka, clocks and threads. An executor
 * sees a batch and the state of the block before, and says what block comes of it.
 */
package dev.rota.executor;
