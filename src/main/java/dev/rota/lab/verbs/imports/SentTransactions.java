package dev.rota.lab.verbs.imports;

import dev.rota.base.lines.AnswerRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.apache.avro.generic.IndexedRecord;

/** The transactions that were sent to a pool, and their outcomes. */
final class SentTransactions extends OutcomeAccount {
  private static final double MILLI_NANOS = 1e6;
  private static final int DIGITS = 3; // significant digits of a waiting time
  private static final double MEDIAN = 50;
  private static final double NEARLY_ALL = 99;

  // The send times of each id. An id that is sent again is another transaction.
  private final Map<String, Deque<Long>> open = new HashMap<>();
  private final Set<String> shards = new HashSet<>();
  private final Histogram waits = new Histogram(DIGITS); // nanoseconds
  private long firstNanos;
  private long lastNanos;
  private long sent;
  private long blocks;
  private long failed;
  private long refused;

  /** The first that did not get into a block, and why; null: none. */
  private String lostFirst;

  private static String key(String shard, String id) {
    return shard + " " + id;
  }

  void sent(String shard, String id) {
    shards.add(shard);
    long now = System.nanoTime();
    firstNanos = sent++ == 0 ? now : firstNanos;
    lastNanos = now;
    open.computeIfAbsent(key(shard, id), _ -> new ArrayDeque<>(1)).addLast(now);
  }

  @Override
  public boolean isOpen() {
    return !open.isEmpty();
  }

  @Override
  long settled() {
    return waits.getTotalCount() + failed + refused;
  }

  @Override
  public String missing() {
    return sent - settled() + " transactions wait";
  }

  @Override
  public String needed() {
    return "an engine of the shards and a worker with an --executor";
  }

  @Override
  boolean hear(String source, IndexedRecord outcome) {
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
      ended(shard, event, event.text("outcome"));
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

  /** Closes the first or last open transaction with the id. Returns its send time, or null. */
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

  private void ended(String shard, AnswerRecord event, String how) {
    String id = event.text("id");
    boolean isRefused = how.equals("REJECTED");
    boolean isFailed = how.equals("FAILED") || how.equals("BATCH_FAILED") || how.equals("POISON");
    // A refused id had an earlier transaction pending, so the last one is closed.
    if ((isRefused || isFailed) && close(shard, id, isFailed) != null) {
      lastNanos = System.nanoTime();
      refused += isRefused ? 1 : 0;
      failed += isFailed ? 1 : 0;
      lostFirst = lostFirst == null ? lost(shard, event, how) : lostFirst;
    }
  }

  private static String lost(String shard, AnswerRecord event, String how) {
    String why = event.has("reason") ? event.text("reason") : how;
    String detail = event.has("detail") ? ", " + event.text("detail") : "";
    return event.text("id") + " of " + shard + ": " + why + detail;
  }

  /** The report of a playback in virtual time, which no time that passes is part of. */
  ImportReport offline(long unreadable) {
    boolean all = waits.getTotalCount() == sent;
    String not = all ? "NOT ALL READ" : "NOT ALL PLAYED, offline";
    var report = new ImportReport("starknet", unreadable, all, "PLAYED, offline", not);
    report.fields().put("offline", true);
    tell(report);
    remarks(report);
    return report;
  }

  @Override
  ImportReport report(long unreadable) {
    String done = "ALL IN BLOCKS";
    var report =
        new ImportReport("starknet", unreadable, failed + refused == 0, done, "NOT " + done);
    double seconds = (lastNanos - firstNanos) / SECOND_NANOS;
    double median = waits.getValueAtPercentile(MEDIAN) / MILLI_NANOS;
    double nearlyAll = waits.getValueAtPercentile(NEARLY_ALL) / MILLI_NANOS;
    tell(report);
    report.line("to its block", "p50 %.0f ms, p99 %.0f ms", median, nearlyAll);
    report.line("took", "%.1f s, %.1f/s", seconds, sent == 0 ? 0 : sent / seconds);
    remarks(report);
    var json = report.fields();
    json.putObject("toBlockMs").put("p50", median).put("p99", nearlyAll);
    json.put("seconds", seconds);
    return report;
  }

  private void tell(ImportReport report) {
    report.line("transactions", "%d, of %d contracts", sent, shards.size());
    report.line("blocks", "%d, with %d of them", blocks, waits.getTotalCount());
    report.fields().put("transactions", sent).put("shards", shards.size());
    report.fields().put("blocks", blocks).put("included", waits.getTotalCount());
    report.fields().put("failed", failed).put("refused", refused);
  }

  private void remarks(ImportReport report) {
    report.unreadable();
    report.remark(failed, "failed");
    report.remark(refused, "were refused by the pool");
    report.remark(sent - settled(), "are in no block");
    if (lostFirst != null) {
      report.remark("first " + lostFirst);
    }
  }
}
