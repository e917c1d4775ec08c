/** What monitoring is told of pools. */
package dev.rota.shards.monitor;
