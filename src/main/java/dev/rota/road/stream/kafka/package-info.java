/** What Rota needs of Kafka Streams and cannot have by its public interface. */
package dev.rota.road.stream.kafka;
