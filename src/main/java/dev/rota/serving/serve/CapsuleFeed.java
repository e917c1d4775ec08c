package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.base.http.HttpAnswer;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpFeed;
import dev.rota.base.http.HttpReply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The turns of a capsule of another process as they are decided. Feeds may not wait for an answer:
 * it is asked for at one look, and taken at a later one.
 */
final class CapsuleFeed implements Supplier<byte[]> {
  private static final String EVENTS = "/events";
  private static final String TURNS = "/turns";
  private static final int AT_ONCE = 1_000;
  private static final byte[] NOTHING = {};
  private static final ObjectMapper JSON = new ObjectMapper();

  /** They ask one after the other, so that they cost little beside other questions. */
  private static final ExecutorService ASKING =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread one = new Thread(work, "capsule-feeds");
            one.setDaemon(true);
            return one;
          });

  private final Function<String, HttpReply> server;
  private final String turns;
  private CompletableFuture<HttpReply> asked;
  private long last;

  private CapsuleFeed(Function<String, HttpReply> server, String turns, long last) {
    this.server = server;
    this.turns = turns;
    this.last = last;
  }

  /** Returns true if that is what is asked for. */
  static boolean isFor(HttpCall call) {
    return path(call).endsWith(EVENTS);
  }

  private static String path(HttpCall call) {
    return call.target().replaceFirst("\\?.*", "");
  }

  /**
   * Begins behind the newest turn, or behind what the client has seen.
   *
   * @param server what it answers to a target
   */
  static HttpAnswer of(HttpCall call, Function<String, HttpReply> server) {
    String path = path(call);
    String turns = path.substring(0, path.length() - EVENTS.length()) + TURNS;
    HttpReply newest = server.apply(turns + "?limit=1");
    if (newest.status() != 200) {
      return newest;
    }
    long last = read(newest).at("/turns/0/turn").asLong();
    String seen = call.headers().apply("Last-Event-ID");
    if (seen != null && !seen.isEmpty()) {
      last = Math.min(last, ParameterValues.number("Last-Event-ID", seen, 0, Long.MAX_VALUE));
    }
    return new HttpFeed(TurnRoutes.EVENTS, new CapsuleFeed(server, turns, last), TurnRoutes.IDLE);
  }

  @Override
  public byte[] get() {
    if (asked == null) {
      String target = turns + "?after=" + last + "&limit=" + AT_ONCE;
      asked = CompletableFuture.supplyAsync(() -> server.apply(target), ASKING);
    }
    if (!asked.isDone()) {
      return NOTHING;
    }
    CompletableFuture<HttpReply> done = asked;
    asked = null;
    return done.isCompletedExceptionally() ? NOTHING : events(done.join());
  }

  private byte[] events(HttpReply reply) {
    JsonNode newestFirst = read(reply).path("turns");
    StringBuilder events = new StringBuilder();
    for (int i = newestFirst.size() - 1; i >= 0; i--) {
      JsonNode turn = newestFirst.get(i);
      last = turn.path("turn").asLong();
      TurnRoutes.event(events, last, turn);
    }
    return TurnRoutes.bytes(events);
  }

  private static JsonNode read(HttpReply reply) {
    try {
      return JSON.readTree(reply.body());
    } catch (IOException e) {
      throw new UncheckedIOException("the process of the capsules sends no JSON", e);
    }
  }
}
