/** Measures who looks: followers, and answers about the past. */
package dev.rota.bench.follow;
