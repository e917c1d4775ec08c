/** The kernel: deterministic decisions, replayable bit for bit. It uses only java.base. */
package dev.rota.kernel.engine;
