package dev.rota.serving.builds;

import java.util.Map;
import org.apache.kafka.common.serialization.Serializer;

/**
 * How a grid's topics are read and written.
 *
 * @param consumer settings of Kafka
 * @param producer settings of Kafka
 * @param values makes records of inputs; the front door closes it
 */
public record GridAccess(
    Map<String, Object> consumer, Map<String, Object> producer, Serializer<Object> values) {}
