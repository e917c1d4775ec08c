/**
 * Runs an engine's production code over a modelled cluster, in one thread, and fails it at any
 * step. {@code rota simulate road} and tests use it.
 *
 * <pre>
 * RoadSimulation             histories, each from its seed
 *    ▼
 * RoadModel                  inputs, faults, who goes on next; heals
 *    ├─ ModelEngine          a task's turns, rows and pages: the production code
 *    │     └─ ModelDisk
 *    ├─ ModelCluster         logs, transactions, ModelGroup
 *    │     └─ ModelPast: the same, as a task reads what was before it
 *    └─ RoadFollower         verifies what is visible
 * </pre>
 */
package dev.rota.lab.road;
