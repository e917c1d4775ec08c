package dev.rota.road.stream.damage;

import org.apache.kafka.common.KafkaException;

/**
 * A state store was damaged, quarantined and restored, and is damaged again. The disk is probably
 * faulty.
 */
public final class DamagedStore extends KafkaException {
  private static final long serialVersionUID = 1L;

  DamagedStore(String message, Throwable cause) {
    super(message, cause);
  }
}
