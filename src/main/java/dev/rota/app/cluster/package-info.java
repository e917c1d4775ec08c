/** Addresses of Kafka and the registry, probes of them, and client configurations. */
package dev.rota.app.cluster;
