/**
 * Benchmarks. Results are ratios to a baseline of the same run on the same broker and settings,
 * since absolute figures depend on the machine.
 */
package dev.rota.lab.bench;
