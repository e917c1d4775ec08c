/** Simulated networks: listers, storage workers, faults, and trials of a whole lane. */
package dev.rota.lab.traffic.chunks;
