package dev.rota.lab.verbs.imports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.clients.RecordSender;
import dev.rota.base.lines.AnswerRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** The records of a listing that was sent to a network, and their outcomes. */
final class SentListings extends OutcomeAccount {
  /** A sent record that the broker has not confirmed. */
  private record Sent(int chunks, Future<RecordMetadata> at) {}

  /** Outcomes that end a listing without answering a record of it. */
  private static final Set<String> ENDS = Set.of("EXPIRED", "REPLACED");

  private static final List<String> COUNTS = List.of("added", "removed", "unchanged", "refused");
  private static final List<String> REFUSAL = List.of("chunk", "reason", "detail");
  private static final int REFUSALS_KEPT = 10;

  private final Deque<Sent> unconfirmed = new ArrayDeque<>();

  /** The number of chunks in each unanswered record, by its position. */
  private final Map<String, Integer> open = new HashMap<>();

  private final Set<String> datasets = new HashSet<>();
  private final ArrayNode refusals = JsonNodeFactory.instance.arrayNode();
  private final GenerationTally generations = new GenerationTally();

  /** The number of chunks by outcome. */
  private final Map<String, Long> counts = new HashMap<>();

  private String listing;
  private long confirmedTo = -1;
  private boolean gathering;
  private boolean isComplete;
  private String lost;
  private long sent;
  private long answered;
  private long settled;
  private long chunks;
  private long firstNanos;
  private long listedNanos;

  void sent(String dataset, int count, Future<RecordMetadata> at) {
    firstNanos = sent++ == 0 ? System.nanoTime() : firstNanos;
    datasets.add(dataset);
    chunks += count;
    unconfirmed.add(new Sent(count, at));
  }

  /** Ends the listing before all of it was sent. */
  void giveUp(String why) {
    lost = "ABORTED, " + why;
  }

  boolean isGivenUp() {
    return lost != null;
  }

  @Override
  boolean hear(String source, IndexedRecord outcome) {
    AnswerRecord answer = new AnswerRecord(outcome);
    AnswerRecord event = answer.event();
    return switch (event.kind()) {
      case "ChunkOutcome" ->
          ENDS.contains(event.text("outcome")) ? lost(event) : listed(source, event);
      case "NetworkStatus", "GenerationRefused" -> isComplete && decided(answer);
      default -> false;
    };
  }

  private boolean listed(String source, AnswerRecord event) {
    confirm(Long.parseLong(source.substring(source.lastIndexOf('/') + 1)));
    Integer count = open.remove(source);
    if (count == null) {
      return false; // another client lists, too
    }
    listing = event.has("listing") ? event.text("listing") : listing;
    answered++;
    settled += count;
    count(event);
    for (Object one : event.list("refusals")) {
      if (refusals.size() < REFUSALS_KEPT) {
        AnswerRecord why = new AnswerRecord((IndexedRecord) one);
        ObjectNode refusal = refusals.addObject().put("dataset", event.text("dataset"));
        REFUSAL.forEach(field -> refusal.put(field, why.text(field)));
      }
    }
    gathering = isComplete && event.has("generationAt");
    listedNanos = System.nanoTime();
    return true;
  }

  /** The counters of a complete multi-record listing cover all its records. */
  private void count(AnswerRecord event) {
    boolean listed = event.text("outcome").equals("LISTED");
    isComplete |= listed;
    for (String one : listed ? COUNTS : List.of("refused")) {
      long before = listed && event.has("listing") ? 0 : count(one);
      counts.put(one, before + event.number(one));
    }
  }

  /** The listing ended before it was complete: it expired or another one replaced it. */
  private boolean lost(AnswerRecord event) {
    if (isComplete || !event.has("listing") || !event.text("listing").equals(listing)) {
      return false;
    }
    lost = event.text("outcome") + ", " + event.text("detail");
    return true;
  }

  /** An outcome may arrive before the producer's thread reports its record's offset. */
  private void confirm(long offset) {
    while (confirmedTo < offset && !unconfirmed.isEmpty()) {
      Sent next = unconfirmed.remove();
      RecordMetadata at = RecordSender.confirmed(next.at());
      confirmedTo = at.offset();
      open.put(at.topic() + "/" + at.partition() + "/" + at.offset(), next.chunks());
    }
  }

  /** Takes a made or refused generation that contains this listing. */
  private boolean decided(AnswerRecord answer) {
    if (answer.event().kind().equals("NetworkStatus")) {
      generations.made(answer);
    } else {
      generations.refused(answer.event());
    }
    gathering = false;
    return true;
  }

  private boolean isListed() {
    return answered == sent;
  }

  @Override
  public boolean isOpen() {
    return lost == null && (!isListed() || gathering);
  }

  @Override
  long settled() {
    return settled;
  }

  @Override
  public String missing() {
    return isListed()
        ? "the generation with the listing is not made yet"
        : sent - answered + " records wait";
  }

  @Override
  public String needed() {
    return "an engine of the chunks";
  }

  long chunks() {
    return chunks;
  }

  long count(String which) {
    return counts.getOrDefault(which, 0L);
  }

  GenerationTally generations() {
    return generations;
  }

  @Override
  ImportReport report(long unreadable) {
    boolean all = count("refused") == 0 && lost == null && generations.isComplete();
    // A listing that changes nothing waits for no generation, and cannot say what the last one was.
    String done = generations.count() > 0 ? "ALL PLACED" : "ALL LISTED";
    var report = new ImportReport("chunks", unreadable, all, done, "NOT " + done);
    report.line("chunks", "%d of %d datasets, in %d records", chunks, datasets.size(), sent);
    report.line(
        "listed",
        "%d new, %d unchanged, %d refused%s",
        count("added"),
        count("unchanged"),
        count("refused"),
        count("removed") == 0 ? "" : ", " + count("removed") + " removed");
    var json = report.fields().put("chunks", chunks).put("datasets", datasets.size());
    json.put("records", sent);
    COUNTS.forEach(one -> json.put(one, count(one)));
    generations.tell(report);
    times(report);
    remarks(report);
    return report;
  }

  private void times(ImportReport report) {
    String took = seconds(report, "secondsToListed", listedNanos) + " s until all were listed";
    if (generations.nanos() > 0) {
      took +=
          ", "
              + seconds(report, "secondsToGeneration", generations.nanos())
              + " s until the generation";
    }
    report.line("took", "%s", took);
  }

  /** Formats the time since the first send. */
  private String seconds(ImportReport report, String field, long nanos) {
    double seconds = Math.max(0, nanos - firstNanos) / SECOND_NANOS;
    report.fields().put(field, seconds);
    return String.format(Locale.ROOT, "%.1f", seconds);
  }

  private void remarks(ImportReport report) {
    if (lost != null) {
      report.remark("the listing is not complete: " + lost);
      report.fields().put("lost", lost);
    }
    report.unreadable();
    report.fields().set("refusals", refusals);
    for (JsonNode one : refusals) {
      String chunk = one.path("chunk").asText();
      String name = one.path("dataset").asText() + (chunk.isEmpty() ? "" : "/" + chunk);
      String why = one.path("reason").asText() + ", " + one.path("detail").asText();
      report.remark(name + ": " + why);
    }
    report.remark(count("refused") - refusals.size(), "more were refused");
  }
}
