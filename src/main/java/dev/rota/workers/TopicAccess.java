package dev.rota.workers;

import java.util.Map;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * How a worker reaches the topics of its domain. The serializers are its own: it closes them.
 *
 * @param kafka for its clients: {@code bootstrap.servers}, security, and what is passed through
 * @param events the topic that takes what workers say
 * @param serializer of values, configured
 * @param deserializer of values, configured: it makes generated records
 */
public record TopicAccess(
    Map<String, Object> kafka,
    String events,
    Serializer<Object> serializer,
    Deserializer<Object> deserializer) {}
