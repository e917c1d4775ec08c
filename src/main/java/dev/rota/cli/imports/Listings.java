package dev.rota.cli.imports;

import dev.rota.cli.clients.Sender;
import dev.rota.lines.AnswerRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Records of a listing that were sent to a network, and what became of it. */
final class Listings implements LiveLane.Account {
  /** Why a chunk does not count. */
  record Refusal(String dataset, String chunk, String reason, String detail) {}

  /**
   * Generations since the listing counts.
   *
   * @param count how many
   * @param number of the last one
   * @param last what it is
   * @param movedCopies that workers have to fetch for all of them
   * @param movedBytes the same in bytes
   */
  record Generations(int count, long number, AnswerRecord last, long movedCopies, long movedBytes) {
    static final Generations NONE = new Generations(0, 0, null, 0, 0);

    Generations and(long next, AnswerRecord status) {
      return new Generations(
          count + 1,
          next,
          status,
          movedCopies + status.number("movedCopies"),
          movedBytes + status.number("movedBytes"));
    }
  }

  /** A record on its way. */
  private record Sent(int chunks, Future<RecordMetadata> at) {}

  /** Outcomes of a listing that no record of it is answered with. */
  private static final Set<String> ENDS = Set.of("EXPIRED", "REPLACED");

  private static final int REFUSALS_KEPT = 10;
  private static final double SECOND_NANOS = 1e9;

  private final Deque<Sent> unconfirmed = new ArrayDeque<>();

  /** Chunks of the records that have no answer yet, by where they lie. */
  private final Map<String, Integer> open = new HashMap<>();

  private final Set<String> datasets = new HashSet<>();
  private final List<Refusal> refusals = new ArrayList<>();
  private Generations generations = Generations.NONE;
  private AnswerRecord shortage;
  private String listing;
  private long confirmedTo = -1;
  private boolean gathering;
  private boolean counts;
  private String lost;
  private long sent;
  private long answered;
  private long settled;
  private long chunks;
  private long added;
  private long removed;
  private long unchanged;
  private long refused;
  private long firstNanos;
  private long listedNanos;
  private long generationNanos;

  /** A record of so many chunks is on its way. */
  void sent(String dataset, int count, Future<RecordMetadata> at) {
    firstNanos = sent++ == 0 ? System.nanoTime() : firstNanos;
    datasets.add(dataset);
    chunks += count;
    unconfirmed.add(new Sent(count, at));
  }

  @Override
  public boolean hear(String source, IndexedRecord outcome) {
    AnswerRecord answer = new AnswerRecord(outcome);
    AnswerRecord event = answer.event();
    return switch (event.kind()) {
      case "ChunkOutcome" ->
          ENDS.contains(event.text("outcome")) ? lost(event) : listed(source, event);
      case "NetworkStatus" -> {
        if (!counts) {
          yield false; // it is of what was there before
        }
        generations = generations.and(answer.number("generation"), event);
        yield decided(null);
      }
      case "GenerationRefused" -> counts && decided(event);
      default -> false;
    };
  }

  private boolean listed(String source, AnswerRecord event) {
    confirm(Long.parseLong(source.substring(source.lastIndexOf('/') + 1)));
    Integer count = open.remove(source);
    if (count == null) {
      return false; // somebody else lists too
    }
    listing = event.has("listing") ? event.text("listing") : listing;
    answered++;
    settled += count;
    count(event);
    for (Object one : event.list("refusals")) {
      if (refusals.size() < REFUSALS_KEPT) {
        AnswerRecord why = new AnswerRecord((IndexedRecord) one);
        refusals.add(
            new Refusal(
                event.text("dataset"), why.text("chunk"), why.text("reason"), why.text("detail")));
      }
    }
    gathering = counts && event.has("generationAt");
    listedNanos = System.nanoTime();
    return true;
  }

  /** When a listing of many records is complete, its counts are those of all of them. */
  private void count(AnswerRecord event) {
    boolean listed = event.text("outcome").equals("LISTED");
    boolean all = listed && event.has("listing");
    counts |= listed;
    if (listed) {
      added = event.number("added") + (all ? 0 : added);
      removed = event.number("removed") + (all ? 0 : removed);
      unchanged = event.number("unchanged") + (all ? 0 : unchanged);
    }
    refused = event.number("refused") + (all ? 0 : refused);
  }

  /** It ended before it was complete, by what somebody else did or because of the time. */
  private boolean lost(AnswerRecord event) {
    if (counts || !event.has("listing") || !event.text("listing").equals(listing)) {
      return false;
    }
    lost = event.text("outcome") + ", " + event.text("detail");
    return true;
  }

  /** An answer may be here before the producer's thread says where its listing lies. */
  private void confirm(long offset) {
    while (confirmedTo < offset && !unconfirmed.isEmpty()) {
      Sent next = unconfirmed.remove();
      RecordMetadata at = Sender.confirmed(next.at());
      confirmedTo = at.offset();
      open.put(at.topic() + "/" + at.partition() + "/" + at.offset(), next.chunks());
    }
  }

  private boolean decided(AnswerRecord lack) {
    shortage = lack;
    gathering = false;
    generationNanos = System.nanoTime();
    return true;
  }

  private boolean isListed() {
    return answered == sent;
  }

  /** How it ended before it was complete, in words; null: it did not. */
  String lost() {
    return lost;
  }

  @Override
  public boolean isOpen() {
    return lost == null && (!isListed() || gathering);
  }

  @Override
  public long settled() {
    return settled;
  }

  @Override
  public String missing() {
    return isListed()
        ? "the generation that has the listing is still to come"
        : sent - answered + " records wait";
  }

  @Override
  public String needed() {
    return "an engine of the chunks";
  }

  long chunks() {
    return chunks;
  }

  /** How many records. */
  long count() {
    return sent;
  }

  int datasets() {
    return datasets.size();
  }

  long added() {
    return added;
  }

  long removed() {
    return removed;
  }

  long unchanged() {
    return unchanged;
  }

  long refused() {
    return refused;
  }

  /** The first of them. */
  List<Refusal> refusals() {
    return refusals;
  }

  Generations generations() {
    return generations;
  }

  /** What the last generation lacked that could not be made; null: it was made. */
  AnswerRecord shortage() {
    return shortage;
  }

  /** From the first send to the last answer. */
  double secondsToListed() {
    return Math.max(0, listedNanos - firstNanos) / SECOND_NANOS;
  }

  /** From the first send to the last generation. */
  double secondsToGeneration() {
    return Math.max(0, generationNanos - firstNanos) / SECOND_NANOS;
  }
}
