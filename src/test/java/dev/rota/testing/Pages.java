package dev.rota.testing;

import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes turns of partition 0 in pages of so many turns. */
public final class Pages {
  private final PageWriter writer;
  private final Map<String, Long> stateDigests = new HashMap<>();
  private final List<byte[]> pages = new ArrayList<>();

  public Pages(int turns) {
    this(turns, PageEnd.START);
  }

  /** Goes on after that end. */
  public Pages(int turns, PageEnd end) {
    writer = new PageWriter(0, end, turns);
  }

  public void add(DecidedTurn decided) {
    writer.add(decided.entry());
    stateDigests.put(decided.entry().lane(), decided.stateDigest());
    if (writer.isFull()) {
      close();
    }
  }

  private void close() {
    pages.add(writer.close(stateDigests::get).bytes());
  }

  /** All pages in Avro binary; the last may have fewer turns. */
  public List<byte[]> all() {
    if (!writer.isEmpty()) {
      close();
    }
    return pages;
  }

  public static List<byte[]> of(int turns, Iterable<DecidedTurn> decided) {
    Pages pages = new Pages(turns);
    decided.forEach(pages::add);
    return pages.all();
  }
}
