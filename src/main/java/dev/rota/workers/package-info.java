/**
 * Workers of the shards: a client of the domain's topics, in whatever process. It is told of cycles
 * on {@code shards-assignments}, executes them, and reports on {@code worker-events}.
 */
package dev.rota.workers;
