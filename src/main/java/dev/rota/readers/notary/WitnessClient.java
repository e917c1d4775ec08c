package dev.rota.readers.notary;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.fetch.HttpFetcher;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.NoteLine;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.TrustPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Asks one witness for cosignatures (tlog-witness, {@code add-checkpoint}). */
final class WitnessClient {
  private static final int OK = 200;
  private static final int TIMED_OUT = 408;
  private static final int CONFLICT = 409;
  private static final int TOO_MANY = 429;
  private static final int TROUBLE = 500;

  /** A cosignature, a size, or a few words. */
  private static final int ANSWER_BYTES_MAX = 64 * 1024;

  /** Clocks differ, but not by more. */
  private static final Duration AHEAD_MAX = Duration.ofDays(1);

  private static final int WORDS_MAX = 200;
  private static final Pattern SIZE = Pattern.compile("0|[1-9][0-9]{0,17}");

  private final TrustPolicy.Witness witness;
  private final HttpFetcher fetch;
  private final Map<String, Long> sizes = new HashMap<>();

  /** This log cannot be cosigned just now. Another one may, and this one later. */
  static final class NotNow extends Exception {
    private static final long serialVersionUID = 1;

    NotNow(String why) {
      super(why);
    }
  }

  /**
   * Asks this one.
   *
   * @param limit of an answer
   */
  WitnessClient(TrustPolicy.Witness witness, Duration limit) {
    this.witness = witness;
    this.fetch = HttpFetcher.within(limit, ANSWER_BYTES_MAX);
  }

  String name() {
    return witness.name();
  }

  /**
   * Asks for a cosignature of this checkpoint.
   *
   * @throws IOException if the witness does not answer
   * @throws NotNow if it answers that it has trouble, or the log cannot be read
   * @throws BadProof if it refuses, with its words
   */
  NoteLine ask(LogReader log, SignedNote note) throws IOException, NotNow, InterruptedException {
    LogCheckpoint head = LogCheckpoint.parse(note.text());
    HttpResponse<byte[]> answer = send(log, note, head);
    if (answer.statusCode() == CONFLICT) {
      long size = size(answer);
      if (size > head.size()) {
        throw new BadProof(
            "it has cosigned %d leaves of %s, the log has %d: the log was cut"
                .formatted(size, head.origin(), head.size()));
      }
      sizes.put(head.origin(), size);
      answer = send(log, note, head);
    }
    if (mayPass(answer.statusCode())) {
      throw new NotNow("it answers " + words(answer));
    }
    if (answer.statusCode() != OK) {
      throw new BadProof("it answers " + words(answer));
    }
    NoteLine line = new SignedNote(note.text(), SignedNote.lines(text(answer))).by(witness.key());
    if (line == null) {
      throw new BadProof("its answer is not signed by its key");
    }
    checkTime(line.seconds());
    sizes.put(head.origin(), head.size());
    return line;
  }

  private static void checkTime(long seconds) {
    if (seconds == 0 || seconds > Instant.now().plus(AHEAD_MAX).getEpochSecond()) {
      throw new BadProof(
          "the time of its cosignature is 0, or more than a day ahead: %d s".formatted(seconds));
    }
  }

  /** A second conflict: someone else asked about the same log just now. */
  private static boolean mayPass(int status) {
    return status >= TROUBLE || status == TIMED_OUT || status == TOO_MANY || status == CONFLICT;
  }

  private HttpResponse<byte[]> send(LogReader log, SignedNote note, LogCheckpoint head)
      throws IOException, NotNow, InterruptedException {
    long old = sizes.getOrDefault(head.origin(), 0L);
    StringBuilder body = new StringBuilder("old " + old + "\n");
    for (byte[] hash : consistency(log, head, old)) {
      body.append(Base64.getEncoder().encodeToString(hash)).append('\n');
    }
    body.append('\n').append(note);
    URI url = URI.create(witness.url().replaceFirst("/*$", "/") + "add-checkpoint");
    return fetch.send(
        HttpRequest.newBuilder(url)
            .POST(HttpRequest.BodyPublishers.ofString(body.toString(), UTF_8))
            .build());
  }

  private static List<byte[]> consistency(LogReader log, LogCheckpoint head, long old)
      throws NotNow {
    try {
      return log.at(head.size()).consistency(old);
    } catch (BadProof | UncheckedIOException e) {
      throw new NotNow("the log cannot be read: " + e.getMessage());
    }
  }

  private static long size(HttpResponse<byte[]> answer) {
    String size = text(answer).strip();
    if (!SIZE.matcher(size).matches()) {
      throw new BadProof("it answers 409 without a size");
    }
    return Long.parseLong(size);
  }

  private static String text(HttpResponse<byte[]> answer) {
    return new String(answer.body(), UTF_8);
  }

  /** The status and the first line of what it says, as far as it is fit to be logged. */
  private static String words(HttpResponse<byte[]> answer) {
    String line = text(answer).strip().lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", " ");
    String start = line.length() > WORDS_MAX ? line.substring(0, WORDS_MAX) + "…" : line;
    return start.isEmpty() ? "" + answer.statusCode() : answer.statusCode() + ": " + start;
  }
}
