/**
 * Measures what looking costs: the road beside a follower and browsers, in processes of their own.
 */
package dev.rota.lab.bench.watch;
