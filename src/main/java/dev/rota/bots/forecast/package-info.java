/** What is learned of a grid, and what is assumed to come to it. */
package dev.rota.bots.forecast;
