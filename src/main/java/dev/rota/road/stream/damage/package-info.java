/** Damaged stores: how they are known, and where they are kept for analysis. */
package dev.rota.road.stream.damage;
