/** Measures a domain's rules alone: no Kafka, no Avro, no rows. */
package dev.rota.lab.bench.rules;
