/** A Schema Registry in this process. It stores schemas in a topic of the broker. */
package dev.rota.lab.embedded.registry;
