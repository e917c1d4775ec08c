/**
 * Runs a domain over seeded histories in virtual time, realistic or hostile, and checks every turn.
 * {@code rota simulate} and the domains' tests use it.
 *
 * <pre>
 * Traffic                    with the domain's own faults
 *    ▼
 * FaultyTransport            late, twice, jumps, lost
 *    ▼
 * AttackedHistory            garbage, too large, clocks
 *    ▼
 * LanesInMemory              the engine's reader, turns
 *    │  └─ LaneTwin, PartitionOwners: the same turns, reopened and frozen
 *    ▼
 * TurnChecks, WireChecks     after each turn
 *    ▼
 * SimulationResult           counts, or a finding, shrunk
 * </pre>
 */
package dev.rota.lab.simulate;
