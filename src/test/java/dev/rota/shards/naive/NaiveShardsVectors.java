package dev.rota.shards.naive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.shards.Affinity;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Committed;
import dev.rota.shards.Creation;
import dev.rota.shards.Drain;
import dev.rota.shards.Failed;
import dev.rota.shards.Heartbeat;
import dev.rota.shards.Joined;
import dev.rota.shards.Leaving;
import dev.rota.shards.NonceRule;
import dev.rota.shards.Register;
import dev.rota.shards.Released;
import dev.rota.shards.Resume;
import dev.rota.shards.Schedule;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.Shutdown;
import dev.rota.shards.Started;
import dev.rota.shards.WorkerEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** A scenario of the vectors, played to the naive pool: it has to be right itself. */
final class NaiveShardsVectors {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final NaiveShards pool = new NaiveShards();

  /** Gives the number of steps. */
  int play(JsonNode scenario, JsonNode defaults) {
    ObjectNode config = defaults.deepCopy();
    scenario.path("config").properties().forEach(e -> config.set(e.getKey(), e.getValue()));
    pool.take(Long.MIN_VALUE, policy(config));
    pool.now = 0;
    int steps = 0;
    for (JsonNode step : scenario.path("steps")) {
      if (!step.get("op").asText().equals("restart")) {
        play(step);
      }
      steps++;
    }
    return steps;
  }

  private void play(JsonNode step) {
    SpecificRecord record = record(step.get("op").asText(), step.path("args"));
    List<Map<String, Object>> outputs = outputs(pool.take(step.get("at").asLong(), record));
    JsonNode expect = step.path("expect");
    List<Object> expected = new ArrayList<>();
    for (JsonNode output : expect.path("out")) {
      expected.add(plain(output));
      if (!output.has("at")) {
        outputs.get(Math.min(outputs.size(), expected.size()) - 1).remove("at");
      }
    }
    assertThat(plain(outputs)).as("outputs of %s", step).isEqualTo(expected);
    compare("", plain(expect.path("state")), plain(state()));
  }

  private static Object plain(Object value) {
    try {
      return JSON.readValue(JSON.writeValueAsString(value), Object.class);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalStateException("a value that is no JSON", e);
    }
  }

  private static void compare(String path, Object expected, Object actual) {
    if (expected instanceof Map<?, ?> fields) {
      fields.forEach(
          (name, each) -> compare(path + "/" + name, each, ((Map<?, ?>) actual).get(name)));
    } else if (expected != null) {
      assertThat(actual).as(path).isEqualTo(expected);
    }
  }

  private Map<String, Object> state() {
    Map<String, Object> chains = new LinkedHashMap<>();
    for (NaiveShards.Chain chain : pool.chains.values()) {
      String state = chain.state.name();
      chains.put(
          chain.name,
          NaiveShardsTold.map(
              "state",
              state.charAt(0) + state.substring(1).toLowerCase(Locale.ROOT),
              "epoch",
              chain.epoch,
              "height",
              chain.height,
              "pool",
              chain.pool.stream().map(NaiveShards.Tx::id).toList(),
              "worker",
              chain.hold == null ? null : chain.hold.worker,
              "cycle",
              chain.hold == null ? null : chain.hold.cycle,
              "attempts",
              chain.lost));
    }
    return NaiveShardsTold.map(
        "shards", chains,
        "queue", pool.queue,
        "free", pool.waiting,
        "workers", List.copyOf(pool.executors.keySet()),
        "env", pool.version,
        "now", pool.now);
  }

  private static List<Map<String, Object>> outputs(List<Map<String, Object>> lines) {
    List<Map<String, Object>> outputs = new ArrayList<>();
    for (Map<String, Object> line : lines) {
      Map<String, Object> output =
          line.get("is").equals("ShardAssignment") ? assignment(line) : outcome(line);
      Map<String, Object> last = outputs.isEmpty() ? null : outputs.get(outputs.size() - 1);
      if (output != null && last != null && isOneBatch(last, output)) {
        List<Object> ids = new ArrayList<>((List<?>) last.get("txs"));
        ids.addAll((List<?>) output.get("txs"));
        last.put("txs", ids);
      } else if (output != null) {
        output.put("at", line.get("at"));
        outputs.add(output);
      }
    }
    return outputs;
  }

  private static boolean isOneBatch(Map<String, Object> last, Map<String, Object> next) {
    return next.get("t").equals("batch_failed")
        && last.get("t").equals("batch_failed")
        && List.of(last.get("shard"), last.get("epoch"), last.get("cycle"))
            .equals(List.of(next.get("shard"), next.get("epoch"), next.get("cycle")));
  }

  private static Map<String, Object> assignment(Map<String, Object> line) {
    Map<?, ?> end = (Map<?, ?>) line.get("endOfLease");
    Map<String, Object> output = some(line, "shard", "worker", "epoch");
    output.put("t", end == null ? "assign" : "unassign");
    if (end != null) {
      output.put("reason", lower(end.get("reason")));
      return output;
    }
    output.put("cycle", line.get("cycle"));
    output.put("block", line.get("blockNumber"));
    output.put("env", ((Map<?, ?>) line.get("environment")).get("version"));
    output.put(
        "txs",
        ((List<?>) line.get("transactions"))
            .stream().map(tx -> ((Map<?, ?>) tx).get("id")).toList());
    return output;
  }

  @SuppressWarnings("unchecked") // told as such
  private static Map<String, Object> outcome(Map<String, Object> line) {
    Map<String, Object> event = (Map<String, Object>) line.get("event");
    Map<String, Object> output;
    switch ((String) event.get("is")) {
      case "ShardBlock" -> {
        output = some(event, "shard", "number", "epoch", "cycle", "failed");
        output.put("t", "block");
        output.put("txs", event.get("transactions"));
        output.put("env", event.get("environmentVersion"));
      }
      case "TransactionOutcome" -> {
        return transaction(event);
      }
      case "ExecutionRefused" -> {
        output = some(event, "shard", "worker", "epoch", "cycle", "reason");
        output.put("t", "exec_rejected");
        output.put("reason", lower(event.get("reason")));
      }
      case "WorkerGone", "WorkerFenced" -> {
        output = some(event, "worker");
        output.put("t", event.get("is").equals("WorkerGone") ? "worker_gone" : "fenced");
        output.put("inc", event.get("incarnation"));
        output.put("reason", lower(event.get("reason")).replace("_worker", ""));
      }
      case "Terminated" -> {
        output = new LinkedHashMap<>();
        output.put("t", "terminated");
      }
      default -> {
        return null;
      }
    }
    return output;
  }

  private static Map<String, Object> transaction(Map<String, Object> event) {
    Map<String, Object> output = some(event, "shard");
    switch ((String) event.get("outcome")) {
      case "REJECTED" -> {
        output.put("t", "tx_rejected");
        output.put("id", event.get("id"));
        output.put("reason", lower(event.get("reason")));
      }
      case "BATCH_FAILED", "POISON" -> {
        output.put("t", "batch_failed");
        output.put("txs", List.of(event.get("id")));
        output.put("epoch", event.get("epoch"));
        output.put("cycle", event.get("cycle"));
        boolean poison = event.get("outcome").equals("POISON");
        output.put("error", poison ? "poison" : event.get("detail"));
      }
      default -> {
        return null;
      }
    }
    return output;
  }

  private static Map<String, Object> some(Map<String, Object> from, String... names) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (String name : names) {
      map.put(name, from.get(name));
    }
    return map;
  }

  private static String lower(Object symbol) {
    return symbol.toString().toLowerCase(Locale.ROOT);
  }

  private static ShardPolicy policy(JsonNode config) {
    return ShardPolicy.newBuilder()
        .setPool(NaiveShards.POOL)
        .setQuantumMs(config.get("quantum_ms").asLong())
        .setMaxBatch(config.get("max_batch").asInt())
        .setSessionTimeoutMs(config.get("session_timeout_ms").asLong())
        .setLeaseTimeoutMs(config.get("lease_timeout_ms").asLong())
        .setMaxAttempts(config.get("max_attempts").asInt())
        .setMaxPending(config.get("max_pending").asInt())
        .setCreation(Creation.valueOf(symbol(config, "creation")))
        .setNonces(NonceRule.valueOf(symbol(config, "nonces")))
        .setAffinity(Affinity.valueOf(symbol(config, "affinity")))
        .build();
  }

  private static String symbol(JsonNode config, String name) {
    return config.get(name).asText().toUpperCase(Locale.ROOT);
  }

  private static SpecificRecord record(String op, JsonNode args) {
    return switch (op) {
      case "tx" ->
          ShardTransaction.newBuilder()
              .setPool(NaiveShards.POOL)
              .setShard(args.get("shard").asText())
              .setId(args.get("id").asText())
              .setSender(args.path("sender").asText(null))
              .setNonce(number(args, "nonce"))
              .build();
      case "env" ->
          BlockEnvironment.newBuilder()
              .setPool(NaiveShards.POOL)
              .setNumber(args.get("number").asLong())
              .setTimestamp(args.path("timestamp").asLong())
              .build();
      case "register" ->
          command(new Register(args.get("shard").asText(), number(args, "quantum_ms")));
      case "schedule" -> command(new Schedule(args.get("shard").asText()));
      case "control" -> command(control(args));
      case "tick" -> null;
      default -> event(op, args);
    };
  }

  private static Object control(JsonNode args) {
    return switch (args.get("action").asText()) {
      case "shutdown" -> new Shutdown(number(args, "timeout_ms"));
      case "drain" -> new Drain();
      default -> new Resume();
    };
  }

  private static ShardPolicy command(Object control) {
    return ShardPolicy.newBuilder().setPool(NaiveShards.POOL).setControl(control).build();
  }

  private static WorkerEvent event(String op, JsonNode args) {
    String shard = args.path("shard").asText();
    long epoch = args.path("epoch").asLong();
    long cycle = args.path("cycle").asLong(1);
    Object event =
        switch (op) {
          case "join" -> new Joined(args.path("slots").asInt(1));
          case "heartbeat" -> new Heartbeat();
          case "leave" -> new Leaving();
          case "started" -> new Started(shard, epoch, cycle);
          case "failed" -> new Failed(shard, epoch, cycle, args.path("error").asText());
          case "released" -> new Released(shard, epoch, cycle);
          case "committed" -> {
            List<String> failed = new ArrayList<>();
            args.path("failed").forEach(id -> failed.add(id.asText()));
            yield Committed.newBuilder()
                .setShard(shard)
                .setEpoch(epoch)
                .setCycle(cycle)
                .setExecuted(args.has("executed") ? args.get("executed").asInt() : null)
                .setFailed(failed)
                .build();
          }
          default -> throw new IllegalArgumentException("the unknown operation " + op);
        };
    return new WorkerEvent(
        NaiveShards.POOL, args.get("worker").asText(), args.path("inc").asLong(1), event);
  }

  private static Long number(JsonNode args, String name) {
    return args.has(name) ? args.get(name).asLong() : null;
  }
}
