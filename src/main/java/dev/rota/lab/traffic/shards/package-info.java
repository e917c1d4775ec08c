/** Simulated pools: clients, machines, operators, faults, and a saturated pool. */
package dev.rota.lab.traffic.shards;
