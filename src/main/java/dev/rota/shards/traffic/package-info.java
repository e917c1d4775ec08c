/**
 * Pools that are made up: clients, machines, operators, what may go wrong, and one that is always
 * saturated.
 */
package dev.rota.shards.traffic;
