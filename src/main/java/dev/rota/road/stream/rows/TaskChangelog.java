package dev.rota.road.stream.rows;

import dev.rota.kernel.ledger.packs.PackChangelog;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorContextImpl;
import org.apache.kafka.streams.query.Position;

/** The changelog that Kafka Streams has for a store. Its records are in the task's transaction. */
public record TaskChangelog(String store, InternalProcessorContext<?, ?> context)
    implements PackChangelog {
  @Override
  public void send(byte[] key, byte[] value) {
    long atMillis = context.recordContext().timestamp();
    context.logChange(
        store, Bytes.wrap(key), value, atMillis, new RecordHeaders(), Position.emptyPosition());
  }

  @Override
  public long freshNumber() {
    // A context that is none opens stores, and writes none.
    long offset =
        ((ProcessorContextImpl) context)
            .stateManager().changelogOffsets().values().stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    // Offsets begin again in one that is made anew, and a disk may have packs of the one before.
    return Math.max(offset + 1, context.currentSystemTimeMs());
  }
}
