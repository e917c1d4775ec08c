/** What is learned of a chain, and what is assumed to come to it. */
package dev.rota.cores.forecast;
