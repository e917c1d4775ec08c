/**
 * Benchmarks: ratios against a baseline of the same run, on the same broker and settings, since
 * machines are noisy and absolute figures travel badly.
 */
package dev.rota.bench;
