package dev.rota.shards.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.kernel.domain.OpaqueBytes;
import dev.rota.shards.model.ExecutionEnvironment;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsInput.Change;
import dev.rota.shards.model.ShardsInput.Command;
import dev.rota.shards.model.ShardsInput.Report;
import dev.rota.shards.model.ShardsInput.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The vectors' operations as inputs of the rules. */
final class VectorOps {
  private VectorOps() {}

  /** The input of a step; null: a tick. */
  static ShardsInput input(String op, JsonNode args) {
    return switch (op) {
      case "tx" ->
          new ShardsInput.Submit(
              text(args, "shard"),
              text(args, "id"),
              text(args, "sender"),
              number(args, "nonce"),
              OpaqueBytes.NONE);
      case "env" ->
          new ShardsInput.Update(
              new ExecutionEnvironment(
                  args.path("number").asLong(), args.path("timestamp").asLong(), 1, 1, "0x0", ""));
      case "join" ->
          new ShardsInput.Join(text(args, "worker"), inc(args), args.path("slots").asInt(1));
      case "heartbeat" -> new ShardsInput.Beat(text(args, "worker"), inc(args));
      case "leave" -> new ShardsInput.Leave(text(args, "worker"), inc(args));
      case "started" -> report(args, new ShardsInput.Began());
      case "committed" -> report(args, executed(args));
      case "failed" -> report(args, new ShardsInput.Broke(text(args, "error")));
      case "released" -> report(args, new ShardsInput.GaveBack());
      case "register" ->
          command(new ShardsInput.Register(text(args, "shard"), number(args, "quantum_ms")));
      case "schedule" -> command(new ShardsInput.Schedule(text(args, "shard")));
      case "control" -> command(control(args));
      case "tick" -> null;
      default -> throw new IllegalArgumentException("the vectors have the unknown operation " + op);
    };
  }

  /** A configuration over the defaults of the vectors. */
  static Change policy(JsonNode config, JsonNode defaults) {
    JsonNode[] both = {config, defaults};
    return new Change(
        Map.of(
            "quantumMs", of(both, "quantum_ms").asLong(),
            "maxBatch", of(both, "max_batch").asInt(),
            "sessionTimeoutMs", of(both, "session_timeout_ms").asLong(),
            "leaseTimeoutMs", of(both, "lease_timeout_ms").asLong(),
            "maxAttempts", of(both, "max_attempts").asInt(),
            "maxPending", of(both, "max_pending").asInt(),
            "creation", of(both, "creation").asText().toUpperCase(Locale.ROOT),
            "nonces", of(both, "nonces").asText().toUpperCase(Locale.ROOT),
            "affinity", of(both, "affinity").asText().toUpperCase(Locale.ROOT)),
        null,
        List.of());
  }

  private static JsonNode of(JsonNode[] both, String name) {
    JsonNode value = both[0].has(name) ? both[0].get(name) : both[1].get(name);
    if (value == null) {
      throw new IllegalArgumentException("the vectors' defaults have no " + name);
    }
    return value;
  }

  private static Change command(Command command) {
    return new Change(Map.of(), command, List.of());
  }

  private static Command control(JsonNode args) {
    return switch (text(args, "action")) {
      case "shutdown" -> new ShardsInput.Shutdown(number(args, "timeout_ms"));
      case "drain" -> new ShardsInput.Drain();
      case "resume" -> new ShardsInput.Resume();
      default -> throw new IllegalArgumentException("unknown control " + args);
    };
  }

  private static Report report(JsonNode args, What what) {
    return new Report(
        text(args, "shard"),
        text(args, "worker"),
        args.path("epoch").asLong(),
        args.path("cycle").asLong(1),
        what);
  }

  private static ShardsInput.Executed executed(JsonNode args) {
    List<String> failed = new ArrayList<>();
    args.path("failed").forEach(id -> failed.add(id.asText()));
    Integer executed = args.has("executed") ? (Integer) args.get("executed").asInt() : null;
    return new ShardsInput.Executed(executed, failed, Map.of(), null, null, null);
  }

  private static long inc(JsonNode args) {
    return args.path("inc").asLong(1);
  }

  private static String text(JsonNode args, String name) {
    return args.hasNonNull(name) ? args.get(name).asText() : null;
  }

  private static Long number(JsonNode args, String name) {
    return args.hasNonNull(name) ? (Long) args.get(name).asLong() : null;
  }
}
