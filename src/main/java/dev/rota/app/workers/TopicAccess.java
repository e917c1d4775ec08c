package dev.rota.app.workers;

import java.util.Map;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Clients for the domain's topics. The worker owns the serializers and closes them.
 *
 * @param kafka client settings: {@code bootstrap.servers}, security and others
 * @param events topic of worker events
 * @param serializer of values, configured
 * @param deserializer of values, configured for generated classes
 */
public record TopicAccess(
    Map<String, Object> kafka,
    String events,
    Serializer<Object> serializer,
    Deserializer<Object> deserializer) {}
