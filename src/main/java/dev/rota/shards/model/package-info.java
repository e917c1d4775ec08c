/**
 * What a pool is: its state over rows, the view that rules read, inputs, and facts, which alone
 * write.
 */
package dev.rota.shards.model;
