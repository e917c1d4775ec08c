/** Readers of partitions without a consumer group. */
package dev.rota.road.partitions;
