package dev.rota.app.letters;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.clients.RecordRange;
import dev.rota.app.console.ByteFormatter;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.base.lines.AnswerJson;
import dev.rota.road.letters.DeadLetter;
import dev.rota.road.letters.RecordPlace;
import dev.rota.road.letters.ReplayTopic.Replays;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** {@code rota dlq list}: a line for each letter, and at the end how many there are. */
final class LetterList {
  private static final String ROW = "%-10s %-24s %-24s %-16s %-16s %9s  %s";

  private static final int KEY_SHOWN_MAX = 60;

  private final RootCommand root;
  private final LetterFilter filter;
  private final Replays replays;
  private final boolean open;
  private final Map<String, Long> byReason = new TreeMap<>();
  private long read;
  private long shown;
  private long replayed;

  /**
   * A list that is empty yet.
   *
   * @param replays where replays went, by their letters
   * @param open whether to leave out what was sent again
   */
  LetterList(RootCommand root, LetterFilter filter, Replays replays, boolean open) {
    this.root = root;
    this.filter = filter;
    this.replays = replays;
    this.open = open;
  }

  private record Sum(long letters, long shown, long replayed, Map<String, Long> byReason) {}

  void print(LetterDesk desk, RecordRange range) throws IOException {
    try (ProgressDisplay progress = new ProgressDisplay(root, "read")) {
      desk.read(
          range,
          filter,
          letter -> {
            take(letter);
            progress.at(++read);
            return true;
          });
    }
    long count = byReason.values().stream().mapToLong(Long::longValue).sum();
    if (root.json()) {
      root.console().line(AnswerJson.text(new Sum(count, shown, replayed, byReason)));
      return;
    }
    String some = shown < count ? ", " + shown + " of them shown" : "";
    root.console()
        .line(
            "%d dead letters%s, %d sent again%s"
                .formatted(count, some, replayed, count == 0 ? "" : ": " + words(byReason)));
  }

  /** All are counted; some are shown. */
  private void take(DeadLetter letter) throws IOException {
    RecordPlace to = replays.of(letter);
    if (open && to != null) {
      return;
    }
    byReason.merge(letter.reason(), 1L, Long::sum);
    replayed += to == null ? 0 : 1;
    if (filter.wantsMoreThan(shown)) {
      if (shown == 0 && !root.json()) {
        root.console()
            .line(ROW.formatted("LETTER", "TIME", "INPUT", "KEY", "REASON", "BYTES", "SENT AGAIN"));
      }
      shown++;
      root.console().line(root.json() ? json(letter, to).toString() : text(letter, to));
    }
  }

  private static String text(DeadLetter letter, RecordPlace to) {
    RecordPlace place = letter.place();
    String before = letter.replays() == 0 ? "" : "came back " + times(letter.replays());
    return ROW.formatted(
            place.partition() + "/" + place.offset(),
            Instant.ofEpochMilli(letter.record().timestamp()),
            letter.source().map(RecordPlace::toString).orElse("-"),
            key(letter.record().key()),
            letter.reason(),
            size(letter),
            to == null ? before : "to " + to + (before.isEmpty() ? "" : ", " + before))
        .stripTrailing();
  }

  /** A key that is no lane may be as large as a record. */
  private static String key(byte[] key) {
    String text = key == null ? "-" : ByteFormatter.text(key);
    return text.length() <= KEY_SHOWN_MAX ? text : text.substring(0, KEY_SHOWN_MAX) + "…";
  }

  static String times(int count) {
    return count == 1 ? "once" : count == 2 ? "twice" : count + " times";
  }

  /** What all forms of a letter have in common. */
  static ObjectNode json(DeadLetter letter, RecordPlace to) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("letter", letter.place().toString())
        .put("timestamp", letter.record().timestamp())
        .put("input", letter.source().map(RecordPlace::toString).orElse(null))
        .put("key", ByteFormatter.text(letter.record().key()))
        .put("reason", letter.reason())
        .put("bytes", size(letter))
        .put("replays", letter.replays())
        .put("replayedTo", to == null ? null : to.toString());
    return line;
  }

  private static int size(DeadLetter letter) {
    return letter.record().value() == null ? 0 : letter.record().value().length;
  }

  /** For example {@code AVRO_DECODE 3, LIMIT 1}. */
  static String words(Map<String, Long> counts) {
    StringBuilder words = new StringBuilder();
    counts.forEach(
        (name, count) ->
            words.append(words.isEmpty() ? "" : ", ").append(name).append(' ').append(count));
    return words.toString();
  }
}
