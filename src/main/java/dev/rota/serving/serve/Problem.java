package dev.rota.serving.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.http.Call;
import dev.rota.base.http.Reply;
import dev.rota.readers.follow.Busy;
import dev.rota.readers.follow.NotKnown;
import dev.rota.readers.follow.OutOfReach;
import dev.rota.readers.follow.TooLong;
import dev.rota.readers.follow.json.BadQuestion;
import java.util.Map;

/**
 * An error as RFC 9457 has it.
 *
 * @param fix what to do
 */
record Problem(int status, String title, String detail, String fix) {
  static final String TYPE = "application/problem+json";
  private static final int BUSY = 429;
  private static final int ELSEWHERE = 307;
  private static final int MISDIRECTED = 421;

  /** The header of a client that asks for the address of who answers, and no redirect. */
  static final String REDIRECT = "Rota-Redirect";

  /** Thrown by a route that refuses a request. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    Refused(Problem problem) {
      super(problem.detail);
      this.problem = problem;
    }
  }

  static Refused bad(String detail, String fix) {
    return new Refused(new Problem(400, "bad request", detail, fix));
  }

  static Refused busy(String detail) {
    return new Refused(new Problem(BUSY, "busy", detail, "retry in a second"));
  }

  static Refused missing(String detail, String fix) {
    return new Refused(new Problem(404, "not found", detail, fix));
  }

  /**
   * Another server answers. A page may not read what another origin answers, and cannot see where a
   * redirect leads: it asks for the address instead.
   *
   * @param server its base URL, told as {@code server}
   */
  static Reply elsewhere(Call call, String server, String why) {
    String to = server + call.target();
    boolean told = "no".equals(call.headers().apply(REDIRECT));
    Problem problem = new Problem(told ? MISDIRECTED : ELSEWHERE, "elsewhere", why, "ask " + to);
    Reply reply = problem.reply(problem.json().put("server", server));
    return told ? reply : reply.with("Location", to);
  }

  /** What a client sees of a failure; null: it is a bug. */
  static Problem of(RuntimeException e) {
    if (e instanceof Refused refused) {
      return refused.problem;
    }
    if (e instanceof BadQuestion bad) {
      return new Problem(bad.isOfNothing() ? 404 : 400, bad.what(), bad.why(), bad.fix());
    }
    if (e instanceof NotKnown) {
      return new Problem(404, "nothing is known", e.getMessage(), "ask about what the ledger has");
    }
    if (e instanceof Busy) {
      return new Problem(BUSY, "busy", e.getMessage(), "retry in a second");
    }
    if (e instanceof TooLong) {
      String fix = "use the command line without --url: it has no time limit";
      return new Problem(422, "too long ago", e.getMessage(), fix);
    }
    return e instanceof OutOfReach
        ? new Problem(503, "Kafka does not answer", e.getMessage(), "retry in a second")
        : null;
  }

  Reply reply() {
    return reply(json());
  }

  private ObjectNode json() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("title", title)
        .put("status", status)
        .put("detail", detail)
        .put("hint", fix);
  }

  private Reply reply(ObjectNode json) {
    String body = json + "\n";
    Map<String, String> headers =
        status == BUSY || status == 503
            ? Map.of("Cache-Control", "no-store", "Retry-After", "1")
            : Map.of("Cache-Control", "no-store");
    return new Reply(status, TYPE, body.getBytes(UTF_8), headers);
  }
}
