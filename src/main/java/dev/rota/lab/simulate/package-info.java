/**
 * Runs a domain over seeded histories in virtual time, realistic or hostile, and checks every turn.
 * {@code rota simulate} and the domains' tests use it.
 *
 * <pre>
 * Traffic ──▶ Hostile ──▶ Attacks ──▶ LanesInMemory ──▶ checks ──▶ SimulationResult
 *  the domain's  late, twice,  garbage, too    the engine's   after each   counts, or a finding,
 *  own faults    jumps, lost   large, clocks   reader, turns  turn         shrunk
 *                                                 │
 *                                    Twin, Owners: the same turns, reopened and frozen
 * </pre>
 */
package dev.rota.lab.simulate;
