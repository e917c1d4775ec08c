/**
 * Typed, sorted tables over the rows of one lane, with digests. Rows are a tree in tests,
 * simulations and audits, and a Kafka Streams store in production.
 */
package dev.rota.kernel.table;
