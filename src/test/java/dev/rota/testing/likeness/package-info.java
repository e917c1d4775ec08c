/** Compares what two objects hold in memory, whatever fields they have. */
package dev.rota.testing.likeness;
