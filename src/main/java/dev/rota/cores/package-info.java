/**
 * The cores of a relay chain: which para may use which core in which block, and which group of
 * validators backs it. A parachain owns a core; a parathread claims one block at a time.
 *
 * <pre>
 * claim ─▶ queued ─▶ scheduled ─▶ occupied ─▶ concluded
 *            ▲           │            │
 *            └─ returned ┴────────────┘        or dropped, with a reason
 * </pre>
 *
 * There are two rule sets: GUIDE is the implementers' guide with the obvious repairs; RUNTIME is
 * the code as it ran, including its defects. {@link dev.rota.cores.model.RuleSet} holds every
 * difference. A lane is a chain. Time passes in blocks, and a block is an input, so there are no
 * deadlines. "5.3" or "G2" in a comment names a section or a rule of the specification.
 */
package dev.rota.cores;
