/** {@code rota bench}: runs benchmarks and prints their results as text or JSON. */
package dev.rota.lab.verbs.bench;
