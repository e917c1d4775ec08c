/**
 * Networks that are made up: listers, storage workers, what may go wrong, and trials of a whole
 * lane.
 */
package dev.rota.chunks.traffic;
