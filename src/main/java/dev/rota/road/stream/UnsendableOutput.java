package dev.rota.road.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.road.topics.PageHeaders;
import dev.rota.road.topics.TurnHeaders;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names an output that the producer cannot send, and fails its task. To drop it would break the
 * ledger. Limits of inputs and turns keep this from happening unless a topic takes less than Rota
 * writes.
 */
public final class UnsendableOutput implements ProductionExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(UnsendableOutput.class);

  @Override
  public void configure(Map<String, ?> configs) {
    // It has no settings.
  }

  @Override
  public Response handleError(
      ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception fault) {
    if (fault instanceof RetriableException) {
      return Response.retry();
    }
    if (ThreadRestarts.isTransactionLost(fault)) {
      return Response.fail(); // the record is fine: its thread begins again
    }
    LOG.error(
        "the record {} of turn {} ({} bytes of key and value) cannot be sent to {}. Nothing of the"
            + " turn is committed, and it will be taken again. Compare the topic's"
            + " max.message.bytes with what 'rota topics' would set, and the producer's permissions",
        context.topic() + "/" + context.partition() + "/" + context.offset(),
        turn(record),
        size(record.key()) + size(record.value()),
        record.topic() + "/" + record.partition(),
        fault);
    return Response.fail();
  }

  static String turn(ProducerRecord<byte[], byte[]> record) {
    Header turn = record.headers().lastHeader(TurnHeaders.TURN);
    long page = PageHeaders.number(record.headers());
    if (page > 0) {
      return "(none: page " + page + " of the ledger)";
    }
    return turn == null ? "(none: a row of the state)" : new String(turn.value(), UTF_8);
  }

  private static long size(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
