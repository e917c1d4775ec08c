/** A Schema Registry in this process; what it knows lies on a topic of the broker. */
package dev.rota.embedded.registry;
