/** The rules: the engine, a routine per input, deadlines, assigners, preemption and invariants. */
package dev.rota.bots.rules;
