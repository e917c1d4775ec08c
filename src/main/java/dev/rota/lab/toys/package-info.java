/** Executors for demonstrations and tests. Nobody should take what they decide for final. */
package dev.rota.lab.toys;
