/**
 * Who decides: the engine, a routine for each input, deadlines, assigners, preemption, invariants.
 */
package dev.rota.bots.rules;
