/** Simulated relay chains and their faults. */
package dev.rota.lab.traffic.cores;
