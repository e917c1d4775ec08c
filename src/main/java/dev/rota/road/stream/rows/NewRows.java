package dev.rota.road.stream.rows;

import org.apache.kafka.common.utils.Bytes;

/** A store that learns which rows are new, so that it need not look. */
public interface NewRows {
  /** Puts a row where none is. */
  void add(Bytes key, byte[] value);
}
