/** Simulated grids: build farms, their faults, and a saturated grid for benchmarks. */
package dev.rota.lab.traffic.bots;
