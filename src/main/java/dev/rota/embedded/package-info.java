/**
 * A Kafka broker in this process, for {@code rota dev} and for the tests; the Schema Registry
 * beside it is {@link dev.rota.embedded.registry}.
 *
 * <p>Both bind 127.0.0.1 only and keep everything they know below one directory, so that stopping
 * (or killing) the process and starting it again on the same directory loses nothing.
 */
package dev.rota.embedded;
