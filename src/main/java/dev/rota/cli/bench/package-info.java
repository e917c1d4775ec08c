/** {@code rota bench}: what the benchmarks measured, in words and as JSON. */
package dev.rota.cli.bench;
