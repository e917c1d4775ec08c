/** What monitoring is told of grids. */
package dev.rota.bots.monitor;
