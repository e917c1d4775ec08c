/**
 * What the program is told: flag over {@code ROTA_*} environment over {@code --config} files over
 * defaults, every problem found at once and with its place.
 *
 * <pre>
 * bootstrap.servers            ROTA_BOOTSTRAP_SERVERS            a setting of ours
 * kafka.security.protocol      ROTA_KAFKA_SECURITY_PROTOCOL      to all of Kafka's clients
 * producer.linger.ms           ROTA_PRODUCER_LINGER_MS           to producers
 * registry.bearer.auth.token   ROTA_REGISTRY_BEARER_AUTH_TOKEN_FILE   a secret, from a file
 * </pre>
 */
package dev.rota.settings;
