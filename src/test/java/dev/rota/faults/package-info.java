/** Faults on real brokers and real processes, each followed by the global check. */
package dev.rota.faults;
