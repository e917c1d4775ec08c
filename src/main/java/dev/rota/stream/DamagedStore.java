package dev.rota.stream;

import org.apache.kafka.common.KafkaException;

/** A store was damaged, put aside and restored, and is damaged again: its disk is not sound. */
public final class DamagedStore extends KafkaException {
  private static final long serialVersionUID = 1L;

  DamagedStore(String message, Throwable cause) {
    super(message, cause);
  }
}
