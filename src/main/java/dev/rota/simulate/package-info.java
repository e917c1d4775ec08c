/**
 * A domain over seeded histories in virtual time, realistic or hostile, held to what is always
 * true. The same for users, in {@code rota simulate}, and for the laws that every domain is tested
 * by.
 *
 * <pre>
 * Traffic ──▶ Hostile ──▶ Bench ──▶ Checks ──▶ Report
 *  the domain's  late, twice,  turns     after      counts, or a finding,
 *  own mistakes  jumps, lost             each turn  shrunk
 * </pre>
 */
package dev.rota.simulate;
