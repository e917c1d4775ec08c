/** Clients for Kafka: JSON lines to records, producer, and consumers without a group. */
package dev.rota.app.clients;
