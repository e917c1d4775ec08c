package dev.rota.end;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.Rules;
import dev.rota.cores.SessionChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/**
 * A scenario of the vectors as the stream that a chain would send. Steps that belong to one block
 * become one event: what is backed, freed and the session at its end.
 */
final class BlockStream {
  private final String lane;
  private final List<Happening> happenings = new ArrayList<>();
  private final ObjectNode config;
  private long number;
  private long session = -1;
  private Block open;
  private boolean claimed;

  /** Thrown for a scenario that no chain's stream can tell; the message says why. */
  static final class NotAStream extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotAStream(String message) {
      super(message);
    }
  }

  /** Something sent to the lane, and what has to come of it. */
  sealed interface Happening {
    /** The record as it is sent. */
    SpecificRecord record();
  }

  /** A claim, and whether it is accepted where the vectors say so; else the queue tells. */
  record Claim(ParathreadClaim record, Optional<Boolean> accepted) implements Happening {}

  /** A block, still to be filled; the states are the vectors' after its last step. */
  static final class Block implements Happening {
    private final String lane;
    private final long number;
    private boolean frozen;
    private List<Integer> disputed = List.of();
    private List<FreedCore> freed = List.of();
    private List<Integer> backed = List.of();
    private SessionChange session;
    private JsonNode state;
    private boolean aborts;
    private final List<NextUp> nextUps = new ArrayList<>();

    Block(String lane, long number) {
      this.lane = lane;
      this.number = number;
    }

    @Override
    public BlockEvent record() {
      return new BlockEvent(lane, number, null, frozen, disputed, freed, backed, session);
    }

    long number() {
      return number;
    }

    boolean changesSession() {
      return session != null;
    }

    /** The vectors' state when the block and its claims were done, or null. */
    JsonNode state() {
      return state;
    }

    /** Whether the original aborts in this block. */
    boolean aborts() {
      return aborts;
    }

    List<NextUp> nextUps() {
      return nextUps;
    }
  }

  /** A question asked right after a block; the block's own record shows the answer. */
  record NextUp(int core, boolean onTimeOut, JsonNode answer) {}

  private BlockStream(String lane, ObjectNode config) {
    this.lane = lane;
    this.config = config;
  }

  /** The stream of one scenario. */
  static List<Happening> of(String lane, JsonNode scenario, String rules) {
    ObjectNode config = scenario.path("config").deepCopy();
    if (!config.has("rules")) {
      config.put("rules", rules);
    }
    BlockStream stream = new BlockStream(lane, config);
    long queued = 0;
    for (JsonNode step : scenario.get("steps")) {
      stream.step(step, queued);
      queued = step.path("state").path("queue").size();
    }
    if (stream.happenings.isEmpty()) {
      throw new NotAStream("it asks a formula, no chain");
    }
    return stream.happenings;
  }

  private void step(JsonNode step, long queued) {
    JsonNode args = step.path("args");
    JsonNode expect = step.path("expect");
    switch (step.get("op").asText()) {
      case "session_change" -> sessionChange(args, expect);
      case "run_to_block" -> runToBlock(args.get("to").asLong());
      case "block_event" -> blockEvent(args, expect);
      case "occupied" -> ofThisBlock("occupied").backed = ints(args.get("cores"));
      case "schedule" -> schedule(args);
      case "add_claim" ->
          claim(
              args.get("para").asLong(),
              args.get("collator").asText(),
              Optional.of(step.get("state").get("queue").size() > queued));
      case "next_up_on_available" -> nextUp(args, false, expect);
      case "next_up_on_time_out" -> nextUp(args, true, expect);
      case "inject", "set_block", "set_config", "clear", "free_cores" ->
          throw new NotAStream("it writes into the state: " + step.get("op").asText());
      default -> {
        // A question; the answers are no part of what a chain is told.
      }
    }
    settle(step, expect);
  }

  private void settle(JsonNode step, JsonNode expect) {
    if (expect.path("upstream_panics").asBoolean()) {
      if (open == null || claimed) {
        throw new NotAStream("the original aborts outside a block");
      }
      open.aborts = true;
    } else if (open != null && step.has("state")) {
      open.state = step.get("state");
    }
  }

  private void runToBlock(long to) {
    for (long next = number + 1; next <= to; next++) {
      begin(next);
    }
  }

  private Block begin(long next) {
    number = next;
    open = new Block(lane, next);
    claimed = false;
    happenings.add(open);
    return open;
  }

  private Block ofThisBlock(String step) {
    if (claimed || open == null || open.session != null || !open.backed.isEmpty()) {
      throw new NotAStream("its " + step + " comes when the block is over");
    }
    return open;
  }

  private void schedule(JsonNode args) {
    Block block = ofThisBlock("schedule");
    if (args.path("now").asLong(number) != number || !block.freed.isEmpty()) {
      throw new NotAStream("it schedules for another block");
    }
    block.freed = freed(args.path("freed"));
  }

  private void blockEvent(JsonNode args, JsonNode expect) {
    Block block = begin(args.get("number").asLong());
    block.frozen = args.path("frozen").asBoolean();
    block.disputed = ints(args.path("disputed"));
    block.freed = freed(args.path("freed"));
    block.backed = ints(args.path("occupied"));
    for (int i = 0; i < args.path("claims").size(); i++) {
      JsonNode claim = args.get("claims").get(i);
      claim(claim.get(0).asLong(), claim.get(1).asText(), accepted(expect.path("result").path(i)));
    }
    if (args.has("session_change")) {
      sessionChange(args.get("session_change"), expect);
    }
  }

  private static Optional<Boolean> accepted(JsonNode flag) {
    return flag.isBoolean() ? Optional.of(flag.asBoolean()) : Optional.empty();
  }

  private void claim(long para, String collator, Optional<Boolean> accepted) {
    claimed = true;
    happenings.add(new Claim(new ParathreadClaim(lane, para, collator), accepted));
  }

  private void sessionChange(JsonNode args, JsonNode expect) {
    if (expect.path("result").asText().equals("invalid_configuration")) {
      throw new NotAStream("its session is refused, and a block is refused whole");
    }
    if (claimed) {
      throw new NotAStream("claims come between a block and its session");
    }
    Block block = open == null ? begin(number) : open;
    if (block.session != null) {
      throw new NotAStream("two sessions end one block");
    }
    args.path("config").properties().forEach(one -> config.set(one.getKey(), one.getValue()));
    session++;
    block.session =
        new SessionChange(
            session,
            args.get("validators").asInt(),
            null,
            longs(args.path("parachains")),
            longs(args.path("parathreads")),
            config());
  }

  private CoresConfig config() {
    return new CoresConfig(
        Rules.valueOf(config.get("rules").asText()),
        config.path("parathread_cores").asLong(0),
        config.path("parathread_retries").asLong(0),
        config.path("group_rotation_frequency").asLong(1),
        config.path("chain_availability_period").asLong(1),
        config.path("thread_availability_period").asLong(1),
        config.path("scheduling_lookahead").asLong(0),
        optional("max_validators_per_core"),
        optional("max_validators"));
  }

  private Long optional(String field) {
    return config.path(field).isNumber() ? config.get(field).asLong() : null;
  }

  /** Later claims are no part of the block's own record. */
  private void nextUp(JsonNode args, boolean onTimeOut, JsonNode expect) {
    if (!claimed && open != null && expect.has("result")) {
      open.nextUps.add(new NextUp(args.get("core").asInt(), onTimeOut, expect.get("result")));
    }
  }

  private static List<FreedCore> freed(JsonNode pairs) {
    List<FreedCore> freed = new ArrayList<>();
    for (JsonNode pair : pairs) {
      boolean concluded = pair.get(1).asText().equals("concluded");
      FreedReason reason = concluded ? FreedReason.CONCLUDED : FreedReason.TIMED_OUT;
      freed.add(new FreedCore(pair.get(0).asInt(), reason));
    }
    return freed;
  }

  private static List<Integer> ints(JsonNode numbers) {
    List<Integer> list = new ArrayList<>();
    numbers.forEach(number -> list.add(number.asInt()));
    return list;
  }

  private static List<Long> longs(JsonNode numbers) {
    List<Long> list = new ArrayList<>();
    numbers.forEach(number -> list.add(number.asLong()));
    return list;
  }
}
