package dev.rota.cli.imports;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.cli.console.Exit;
import dev.rota.lines.AnswerRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.apache.avro.generic.IndexedRecord;

/** What became of transactions that were sent to a pool. */
final class PoolReport implements LiveLane.Account {
  private static final double MILLI_NANOS = 1e6;
  private static final double SECOND_NANOS = 1e9;
  private static final int DIGITS = 3; // significant ones of a waiting time
  private static final double MEDIAN = 50;
  private static final double NEARLY_ALL = 99;

  // When each was sent: an id that is sent again is another transaction.
  private final Map<String, Deque<Long>> open = new HashMap<>();
  private final Set<String> shards = new HashSet<>();
  private final Histogram waits = new Histogram(DIGITS); // nanoseconds
  private long firstNanos;
  private long transactions;
  private long blocks;
  private long failed;
  private long refused;
  private long lastNanos;

  private static String key(String shard, String id) {
    return shard + " " + id;
  }

  /** It is on its way. */
  void sent(String shard, String id) {
    shards.add(shard);
    long now = System.nanoTime();
    firstNanos = transactions++ == 0 ? now : firstNanos;
    lastNanos = now;
    open.computeIfAbsent(key(shard, id), unused -> new ArrayDeque<>(1)).addLast(now);
  }

  /** Whether there are transactions of which nothing has come yet. */
  @Override
  public boolean isOpen() {
    return !open.isEmpty();
  }

  @Override
  public long settled() {
    return waits.getTotalCount() + failed + refused;
  }

  @Override
  public String missing() {
    return transactions - settled() + " transactions wait";
  }

  @Override
  public String needed() {
    return "an engine of the shards and a worker with an --executor";
  }

  /** Whether the outcome settles any of them. */
  @Override
  public boolean hear(String source, IndexedRecord outcome) {
    AnswerRecord event = new AnswerRecord(outcome).event();
    long before = settled();
    String shard = event.text("shard");
    if (event.kind().equals("ShardBlock")) {
      boolean any = false;
      for (Object id : event.list("transactions")) {
        any |= included(shard, id.toString());
      }
      blocks += any ? 1 : 0;
    } else if (event.kind().equals("TransactionOutcome")) {
      ended(shard, event.text("id"), event.text("outcome"));
    }
    return settled() > before;
  }

  private boolean included(String shard, String id) {
    Long since = close(shard, id, true);
    if (since == null) {
      return false;
    }
    lastNanos = System.nanoTime();
    waits.recordValue(lastNanos - since);
    return true;
  }

  /** When the first or the last one of those that are open under that id was sent, or null. */
  private Long close(String shard, String id, boolean first) {
    String key = key(shard, id);
    Deque<Long> sendings = open.get(key);
    if (sendings == null) {
      return null;
    }
    Long since = first ? sendings.removeFirst() : sendings.removeLast();
    if (sendings.isEmpty()) {
      open.remove(key);
    }
    return since;
  }

  private void ended(String shard, String id, String how) {
    boolean isRefused = how.equals("REJECTED");
    boolean isFailed = how.equals("FAILED") || how.equals("BATCH_FAILED") || how.equals("POISON");
    // What is refused came while one sent before it was pending.
    if ((isRefused || isFailed) && close(shard, id, isFailed) != null) {
      lastNanos = System.nanoTime();
      refused += isRefused ? 1 : 0;
      failed += isFailed ? 1 : 0;
    }
  }

  /** Lines that could not be read outweigh what was refused. */
  Exit exit(long unreadable) {
    return unreadable > 0 ? Exit.USAGE : failed + refused > 0 ? Exit.REFUSED : Exit.OK;
  }

  private double seconds() {
    return (lastNanos - firstNanos) / SECOND_NANOS;
  }

  private double millis(double percent) {
    return waits.getValueAtPercentile(percent) / MILLI_NANOS;
  }

  List<String> text(long unreadable) {
    boolean ok = exit(unreadable) == Exit.OK;
    List<String> lines = new ArrayList<>();
    lines.add("starknet: " + (ok ? "ALL IN BLOCKS" : "NOT ALL IN BLOCKS"));
    lines.add("  transactions %d, of %d contracts".formatted(transactions, shards.size()));
    lines.add("  blocks       %d, with %d of them".formatted(blocks, waits.getTotalCount()));
    lines.add(
        String.format(
            Locale.ROOT,
            "  to its block p50 %.0f ms, p99 %.0f ms",
            millis(MEDIAN),
            millis(NEARLY_ALL)));
    lines.add(
        String.format(
            Locale.ROOT,
            "  took         %.1f s, %.1f/s",
            seconds(),
            transactions == 0 ? 0 : transactions / seconds()));
    for (String remark : remarks(unreadable)) {
      lines.add("  remark       " + remark);
    }
    return lines;
  }

  private List<String> remarks(long unreadable) {
    List<String> remarks = new ArrayList<>();
    long[] counts = {unreadable, failed, refused};
    List<String> texts =
        Arrays.asList("lines could not be read", "failed", "were refused by the pool");
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        remarks.add(counts[i] + " " + texts.get(i));
      }
    }
    return remarks;
  }

  String json(long unreadable) {
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("ok", exit(unreadable) == Exit.OK);
    json.put("transactions", transactions).put("shards", shards.size());
    json.put("blocks", blocks).put("included", waits.getTotalCount());
    json.put("failed", failed).put("refused", refused).put("unreadableLines", unreadable);
    json.putObject("toBlockMs").put("p50", millis(MEDIAN)).put("p99", millis(NEARLY_ALL));
    json.put("seconds", seconds());
    return json.toString();
  }
}
