/** What is measured of pools. */
package dev.rota.shards.monitor;
