package dev.rota.testing;

import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The turns in the records of a ledger's topic. */
public final class LedgerRecords {
  private static final int FRAME_BYTES = 5;

  private LedgerRecords() {}

  public static List<TurnEntry> turns(ConsumerRecord<byte[], byte[]> page) {
    return turns(page.value());
  }

  /** The turns of a page as it lies on its topic. */
  public static List<TurnEntry> turns(byte[] framed) {
    return new PageWire().decode(Arrays.copyOfRange(framed, FRAME_BYTES, framed.length)).turns();
  }

  public static List<TurnEntry> turns(List<ConsumerRecord<byte[], byte[]>> pages) {
    return pages.stream().flatMap(page -> turns(page).stream()).toList();
  }
}
