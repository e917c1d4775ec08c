/** What is read of a domain: its topics on their cluster, partition by partition, or in memory. */
package dev.rota.road.logs;
