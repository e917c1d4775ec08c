/** What is learned of a network of storage workers, and what is assumed to come to it. */
package dev.rota.chunks.forecast;
