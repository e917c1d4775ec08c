/** The state of a pool over rows, the view that rules read, inputs, and facts. Only facts write. */
package dev.rota.shards.model;
