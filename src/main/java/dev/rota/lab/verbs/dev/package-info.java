/** {@code rota dev}: Kafka, a registry and all domains in one process, with a demonstration. */
package dev.rota.lab.verbs.dev;
