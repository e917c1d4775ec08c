/** Measures who looks: followers, and answers about the past. */
package dev.rota.lab.bench.follow;
