/**
 * Partitions that are held: their inputs wait, and nothing of them is decided until they are
 * released. A topic of the domain says which, so it survives restarts and reaches every owner.
 */
package dev.rota.road.stream.hold;
