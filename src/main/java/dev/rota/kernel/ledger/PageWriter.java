package dev.rota.kernel.ledger;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Collects the turns of one partition into pages. How turns are divided into pages decides nothing.
 */
public final class PageWriter {
  /** A page with so many turns or bytes is full. Its last turn may exceed the bytes. */
  public static final int TURNS_MAX = 4_096;

  public static final int BYTES_MAX = 1 << 20;

  /** Digests and numbers of a turn. */
  private static final long TURN_BYTES = 100;

  private final PageWire wire = new PageWire();
  private final int partition;
  private final int turnsMax;
  private final List<TurnEntry> turns = new ArrayList<>();
  private final Map<String, TurnEntry> firsts = new LinkedHashMap<>();
  private long bytes;
  private PageEnd end;

  /**
   * A page that is closed.
   *
   * @param bytes in Avro binary, seal included
   */
  public record Closed(TurnPage page, byte[] bytes, byte[] seal) {}

  /** Goes on after that end. */
  public PageWriter(int partition, PageEnd end) {
    this(partition, end, TURNS_MAX);
  }

  public PageWriter(int partition, PageEnd end, int turnsMax) {
    this.partition = partition;
    this.end = end;
    this.turnsMax = turnsMax;
  }

  /** The end of the ledger after the last closed page. */
  public PageEnd end() {
    return end;
  }

  public boolean isEmpty() {
    return turns.isEmpty();
  }

  /** Returns true if the page must be closed before another turn is taken. */
  public boolean isFull() {
    return turns.size() >= turnsMax || bytes >= BYTES_MAX;
  }

  public void add(TurnEntry turn) {
    turns.add(turn);
    firsts.putIfAbsent(turn.lane(), turn);
    bytes += TURN_BYTES + turn.bytes();
  }

  /**
   * Closes the page, which is not empty, and seals it.
   *
   * @param stateDigest of a lane's rows as of now
   */
  public Closed close(ToLongFunction<String> stateDigest) {
    List<TurnPage.Touched> lanes =
        firsts.values().stream()
            .map(first -> TurnPage.Touched.of(first, stateDigest.applyAsLong(first.lane())))
            .toList();
    TurnPage page = new TurnPage(end.pages() + 1, partition, lanes, List.copyOf(turns));
    byte[] sealed = wire.encode(page);
    byte[] seal = wire.seal(sealed, end.seal());
    end = new PageEnd(page.number(), end.turns() + turns.size(), seal);
    turns.clear();
    firsts.clear();
    bytes = 0;
    return new Closed(page, sealed, seal);
  }
}
