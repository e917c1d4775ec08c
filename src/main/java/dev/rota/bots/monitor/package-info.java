/** What is measured of grids. */
package dev.rota.bots.monitor;
