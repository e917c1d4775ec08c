package dev.rota.road.logs;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A log that is another one, but for what it overrides. */
public interface ForwardingLog extends TopicLogs.Log {
  /** The other one. */
  TopicLogs.Log log();

  @Override
  default long begin() {
    return log().begin();
  }

  @Override
  default long retained() {
    return log().retained();
  }

  @Override
  default long end() {
    return log().end();
  }

  @Override
  default long committed() {
    return log().committed();
  }

  @Override
  default long written() {
    return log().written();
  }

  @Override
  default long position() {
    return log().position();
  }

  @Override
  default void seek(long offset) {
    log().seek(offset);
  }

  @Override
  default List<ConsumerRecord<byte[], byte[]>> poll() {
    return log().poll();
  }

  @Override
  default void close() {
    log().close();
  }
}
