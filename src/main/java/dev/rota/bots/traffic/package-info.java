/**
 * Grids that are made up: build farms, what may go wrong in them, and one that is always saturated.
 */
package dev.rota.bots.traffic;
