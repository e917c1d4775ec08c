/** The decisions: the engine, routines for blocks, sessions and claims, admission, invariants. */
package dev.rota.cores.rules;
