/** Who decides: the engine, a routine for each input, dispatch, endings, invariants. */
package dev.rota.shards.rules;
