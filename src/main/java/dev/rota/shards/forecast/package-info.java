/** What is learned of a pool of shards, and what is assumed to come to it. */
package dev.rota.shards.forecast;
