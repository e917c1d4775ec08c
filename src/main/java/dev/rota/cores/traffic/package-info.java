/** Relay chains that are made up, and what may go wrong in them. */
package dev.rota.cores.traffic;
