/** Converts the shards' records on topics. No other package imports the generated classes. */
package dev.rota.shards.wire;
