/**
 * Settings: flags override {@code ROTA_*} variables, which override {@code --config} files, which
 * override defaults. All problems are reported at once, each with its place.
 *
 * <pre>
 * bootstrap.servers            ROTA_BOOTSTRAP_SERVERS            a setting of Rota
 * kafka.security.protocol      ROTA_KAFKA_SECURITY_PROTOCOL      to all of Kafka's clients
 * producer.linger.ms           ROTA_PRODUCER_LINGER_MS           to producers
 * registry.bearer.auth.token   ROTA_REGISTRY_BEARER_AUTH_TOKEN_FILE   a secret, from a file
 * </pre>
 */
package dev.rota.base.settings;
