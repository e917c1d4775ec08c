package dev.rota.registry;

import org.apache.avro.Schema;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;

/** How a subject is derived from topic and record name. */
enum SubjectNaming {
  /** {@code orders-value}: one schema per topic. */
  TOPIC_NAME,
  /** {@code shop.Order}: one schema per record type. */
  RECORD_NAME,
  /** {@code orders-shop.Order}: one schema per record type and topic. */
  TOPIC_RECORD_NAME;

  /**
   * Parses {@code TopicName}, {@code TopicNameStrategy} or Confluent's class name, as text or
   * class.
   */
  static SubjectNaming parse(String key, Object value) {
    String name = value instanceof Class<?> type ? type.getName() : String.valueOf(value).strip();
    String simple = name.substring(name.lastIndexOf('.') + 1);
    return switch (simple.replaceFirst("Strategy$", "")) {
      // Associations need entries in the registry. Without any, the topic's name is used.
      case "TopicName", "AssociatedName", "TOPIC_NAME" -> TOPIC_NAME;
      case "RecordName", "RECORD_NAME" -> RECORD_NAME;
      case "TopicRecordName", "TOPIC_RECORD_NAME" -> TOPIC_RECORD_NAME;
      default ->
          throw new ConfigException(key, value, "use TopicName, RecordName or TopicRecordName");
    };
  }

  String subject(String topic, boolean isKey, Schema schema) {
    return switch (this) {
      case TOPIC_NAME -> topic + (isKey ? "-key" : "-value");
      case RECORD_NAME -> recordName(topic, schema);
      case TOPIC_RECORD_NAME -> topic + "-" + recordName(topic, schema);
    };
  }

  private String recordName(String topic, Schema schema) {
    if (schema.getType() != Schema.Type.RECORD) {
      throw new SerializationException(
          "cannot name a subject for topic %s: %s needs a record, got %s; use TopicName"
              .formatted(topic, this, schema.getType()));
    }
    return schema.getFullName();
  }
}
