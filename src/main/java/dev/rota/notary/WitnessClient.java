package dev.rota.notary;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.proof.BadProof;
import dev.rota.proof.Checkpoint;
import dev.rota.proof.Note;
import dev.rota.proof.NoteLine;
import dev.rota.proof.Policy;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Asks one witness for cosignatures (tlog-witness, {@code add-checkpoint}). */
final class WitnessClient {
  private static final int OK = 200;
  private static final int CONFLICT = 409;

  private final Policy.Witness witness;
  private final Duration limit;
  private final HttpClient http;
  private final Map<String, Long> sizes = new HashMap<>();

  /**
   * Asks this one.
   *
   * @param limit of an answer
   */
  WitnessClient(Policy.Witness witness, Duration limit) {
    this.witness = witness;
    this.limit = limit;
    this.http =
        HttpClient.newBuilder().connectTimeout(limit).version(HttpClient.Version.HTTP_1_1).build();
  }

  String name() {
    return witness.name();
  }

  /**
   * Asks for a cosignature of this checkpoint.
   *
   * @throws IOException if the witness does not answer
   * @throws BadProof if it refuses, with its words
   */
  NoteLine ask(LogReader log, Note note) throws IOException, InterruptedException {
    Checkpoint head = Checkpoint.parse(note.text());
    HttpResponse<String> answer = send(log, note, head);
    if (answer.statusCode() == CONFLICT) {
      long size = size(answer.body());
      if (size > head.size()) {
        throw new BadProof(
            "it has cosigned %d leaves of %s, the log has %d: the log was cut"
                .formatted(size, head.origin(), head.size()));
      }
      sizes.put(head.origin(), size);
      answer = send(log, note, head);
    }
    if (answer.statusCode() != OK) {
      throw new BadProof("it answers " + answer.statusCode() + ": " + answer.body().strip());
    }
    NoteLine line = new Note(note.text(), Note.lines(answer.body())).by(witness.key());
    if (line == null) {
      throw new BadProof("its answer is not signed by its key");
    }
    sizes.put(head.origin(), head.size());
    return line;
  }

  private HttpResponse<String> send(LogReader log, Note note, Checkpoint head)
      throws IOException, InterruptedException {
    long old = sizes.getOrDefault(head.origin(), 0L);
    List<byte[]> proof = log.at(head.size()).consistency(old);
    StringBuilder body = new StringBuilder("old " + old + "\n");
    proof.forEach(hash -> body.append(Base64.getEncoder().encodeToString(hash)).append('\n'));
    body.append('\n').append(note);
    URI url = URI.create(witness.url().replaceFirst("/*$", "/") + "add-checkpoint");
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(limit)
            .POST(HttpRequest.BodyPublishers.ofString(body.toString(), UTF_8))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString(UTF_8));
  }

  private static long size(String body) {
    try {
      return Long.parseLong(body.strip());
    } catch (NumberFormatException e) {
      throw new BadProof("it answers 409 without a size");
    }
  }
}
