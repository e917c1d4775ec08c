/** Where Kafka and the registry are, whether they answer, and what clients of theirs are told. */
package dev.rota.cli.cluster;
