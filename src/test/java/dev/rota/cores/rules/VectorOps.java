package dev.rota.cores.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cores.model.Chain;
import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockRefused;
import dev.rota.cores.model.CoresFact.ClaimQueued;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.Given;
import dev.rota.cores.model.GroupRotation;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.ParaSet;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.RuntimeAbort;
import dev.rota.cores.model.SessionParameters;
import dev.rota.cores.queries.CoresQueries;
import dev.rota.kernel.domain.QueryArguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Performs the operations of the vectors on a chain. */
final class VectorOps {
  /** The answer of an operation where the original aborts. */
  static final String ABORTED = "aborted";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Chain chain;

  VectorOps(Chain chain) {
    this.chain = chain;
  }

  /** Performs one operation and gives its answer, or {@link #ABORTED}. */
  Object perform(String op, JsonNode args) {
    try {
      return switch (op) {
        case "set_config" -> setConfig(args);
        case "set_block" -> setBlock(args.get("number").asLong());
        case "inject" -> inject(args);
        case "session_change" -> sessionChange(args);
        case "run_to_block" -> runToBlock(args.get("to").asLong());
        case "block_event" -> blockEvent(args);
        case "clear" -> apply(BlockRoutines.clear(state()));
        case "schedule" -> schedule(args);
        case "free_cores" -> apply(BlockRoutines.freeCores(state(), freed(args.get("freed"))));
        case "occupied" ->
            apply(BlockRoutines.occupied(state(), ints(args.get("cores")), state().now()));
        case "add_claim" -> addClaim(args.get("para").asLong(), args.get("collator").asText());
        case "rotation_round_trip" -> rotationRoundTrip(args.get("cores_to").asInt());
        default -> query(op, args);
      };
    } catch (RuntimeAbort abort) {
      return ABORTED;
    }
  }

  private CoresState state() {
    return chain.state();
  }

  private Object apply(List<CoresFact> facts) {
    chain.apply(facts);
    return null;
  }

  private Object query(String op, JsonNode args) {
    if (!CoresQueries.all().containsKey(op)) {
      throw new IllegalArgumentException("the vectors ask for the unknown operation " + op);
    }
    @SuppressWarnings("unchecked") // a JSON object
    Map<String, Object> values = JSON.convertValue(args, Map.class);
    Object answer = CoresQueries.all().get(op).answer(state(), new QueryArguments(values));
    return answer instanceof Map<?, ?> map && map.containsKey("would_abort") ? ABORTED : answer;
  }

  /** Merges into the active configuration; cores and groups stay as they are. */
  Object setConfig(JsonNode config) {
    Given.parameters(state(), parameters(config));
    return null;
  }

  private Object setBlock(long number) {
    chain.apply(List.of(new CoresFact.BlockBegan(number)));
    return null;
  }

  private Object runToBlock(long to) {
    for (long number = state().now() + 1; number <= to; number++) {
      if (aborted(chain.take(block(number, false, List.of(), List.of(), List.of())))) {
        return ABORTED;
      }
    }
    return null;
  }

  private Object blockEvent(JsonNode args) {
    boolean claims = args.has("claims");
    Optional<Session> session = Optional.ofNullable(args.get("session_change")).map(this::session);
    Block block =
        new Block(
            args.get("number").asLong(),
            args.path("frozen").asBoolean(),
            ints(args.path("disputed")),
            freed(args.path("freed")),
            ints(args.path("occupied")),
            // Claims meet the old session: with claims in between it has to wait for them.
            claims ? Optional.empty() : session);
    List<CoresFact> facts = chain.take(block);
    if (aborted(facts)) {
      return ABORTED;
    }
    if (facts.get(0) instanceof BlockRefused refused) {
      return refused.toString();
    }
    List<Boolean> accepted = new ArrayList<>();
    args.path("claims")
        .forEach(claim -> accepted.add(addClaim(claim.get(0).asLong(), claim.get(1).asText())));
    if (claims && session.isPresent()) {
      changeSession(session.get());
    }
    return accepted;
  }

  private static boolean aborted(List<CoresFact> facts) {
    return facts.get(0) instanceof BlockRefused refused
        && refused.reason() == CoresReason.WOULD_ABORT;
  }

  private boolean addClaim(long para, String collator) {
    return chain.take(new Claim(para, collator)).get(0) instanceof ClaimQueued;
  }

  private Object schedule(JsonNode args) {
    apply(BlockRoutines.freeCores(state(), freed(args.path("freed"))));
    long now = args.has("now") ? args.get("now").asLong() : state().now();
    return apply(ScheduleRoutine.schedule(state(), now));
  }

  private Object sessionChange(JsonNode args) {
    return changeSession(session(args));
  }

  private Object changeSession(Session session) {
    Optional<BlockRefused> refused =
        new BlockAdmission(state(), CoresEngine.NEWEST).session(session);
    if (refused.isPresent()) {
      return refused.get().reason().name().toLowerCase(Locale.ROOT);
    }
    SessionRoutines.sessionChange(state(), session, state().now())
        .forEach(step -> chain.apply(step.decide(state())));
    return null;
  }

  private Object rotationRoundTrip(int coresTo) {
    for (int cores = 1; cores <= coresTo; cores++) {
      for (long k = 0; k < 2L * cores; k++) {
        GroupRotation rotation = new GroupRotation(10, 10 + 5 * k, 5);
        for (int core = 0; core < cores; core++) {
          int group = rotation.groupForCore(state().rules(), core, cores);
          if (rotation.coreForGroup(state().rules(), group, cores) != core) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private Object inject(JsonNode args) {
    if (args.has("queue")) {
      long ticket = state().nextTicket();
      List<QueuedClaim> claims = new ArrayList<>();
      for (JsonNode claim : args.get("queue")) {
        claims.add(
            new QueuedClaim(
                ticket++,
                claim.get("para").asLong(),
                claim.get("collator").asText(),
                claim.get("retries").asInt(),
                claim.get("core_offset").asInt()));
      }
      Given.queue(state(), claims, ticket);
    }
    if (args.has("next_core_offset")) {
      int cursor = args.get("next_core_offset").asInt();
      Given.cursor(state(), cursor);
    }
    if (args.has("claim_index")) {
      Given.claimIndex(state(), ParaSet.of(longs(args.get("claim_index"))));
    }
    args.path("cores")
        .properties()
        .forEach(entry -> injectCore(Integer.parseInt(entry.getKey()), entry.getValue()));
    return null;
  }

  private void injectCore(int core, JsonNode occupant) {
    if (occupant.isNull()) {
      Given.core(state(), core, null);
    } else if (occupant.get("kind").asText().equals("parachain")) {
      long para = state().session().parachains().at(core);
      Given.core(
          state(), core, new CoreOccupant(OccupantKind.PARACHAIN, para, null, 0, state().now()));
    } else {
      Given.core(
          state(),
          core,
          new CoreOccupant(
              OccupantKind.PARATHREAD,
              occupant.get("para").asLong(),
              occupant.get("collator").asText(),
              occupant.get("retries").asInt(),
              state().now()));
    }
  }

  private static Block block(
      long number,
      boolean frozen,
      List<Integer> disputed,
      List<Freed> freed,
      List<Integer> backed) {
    return new Block(number, frozen, disputed, freed, backed, Optional.empty());
  }

  private Session session(JsonNode args) {
    return new Session(
        state().session().index() + 1,
        args.get("validators").asInt(),
        Optional.empty(),
        longs(args.path("parachains")),
        longs(args.path("parathreads")),
        parameters(args.path("config")));
  }

  private SessionParameters parameters(JsonNode config) {
    SessionParameters active = state().parameters();
    return new SessionParameters(
        config.has("rules") ? RuleSet.valueOf(config.get("rules").asText()) : active.rules(),
        merged(config, "parathread_cores", active.parathreadCores()),
        merged(config, "parathread_retries", active.parathreadRetries()),
        merged(config, "group_rotation_frequency", active.groupRotationFrequency()),
        merged(config, "chain_availability_period", active.chainAvailabilityPeriod()),
        merged(config, "thread_availability_period", active.threadAvailabilityPeriod()),
        merged(config, "scheduling_lookahead", active.schedulingLookahead()),
        merged(config, "max_validators_per_core", active.maxValidatorsPerCore()),
        !config.has("max_validators")
            ? active.maxValidators()
            : config.get("max_validators").isNull()
                ? OptionalLong.empty()
                : OptionalLong.of(config.get("max_validators").asLong()));
  }

  /** A null is "none", which is 0 here. */
  private static long merged(JsonNode config, String field, long active) {
    return config.has(field) ? config.get(field).asLong(0) : active;
  }

  private static List<Freed> freed(JsonNode pairs) {
    List<Freed> freed = new ArrayList<>();
    for (JsonNode pair : pairs) {
      boolean concluded = pair.get(1).asText().equals("concluded");
      freed.add(new Freed(pair.get(0).asInt(), concluded ? Freeing.CONCLUDED : Freeing.TIMED_OUT));
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
