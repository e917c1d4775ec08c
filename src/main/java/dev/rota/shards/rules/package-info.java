/** The decisions: the engine, a routine per input, dispatch, endings, invariants. */
package dev.rota.shards.rules;
