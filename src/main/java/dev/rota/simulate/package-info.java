/**
 * Runs a domain over seeded histories in virtual time, realistic or hostile, and checks every turn.
 * {@code rota simulate} and the domains' tests use it.
 *
 * <pre>
 * Traffic ──▶ Hostile ──▶ LanesInMemory ──▶ TurnChecks ──▶ SimulationResult
 *  the domain's  late, twice,  turns          after          counts, or a finding,
 *  own faults    jumps, lost                  each turn      shrunk
 * </pre>
 */
package dev.rota.simulate;
