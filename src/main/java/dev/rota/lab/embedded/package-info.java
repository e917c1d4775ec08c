/**
 * A Kafka broker in this process, for {@code rota dev} and tests. The Schema Registry is in {@link
 * dev.rota.lab.embedded.registry}.
 *
 * <p>Both bind 127.0.0.1 only and keep all data below one directory. A stop or a kill loses
 * nothing.
 */
package dev.rota.lab.embedded;
