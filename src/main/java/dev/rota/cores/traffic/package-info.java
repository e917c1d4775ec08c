/** Simulated relay chains and their faults. */
package dev.rota.cores.traffic;
