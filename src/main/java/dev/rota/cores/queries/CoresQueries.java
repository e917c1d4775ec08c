package dev.rota.cores.queries;

import dev.rota.cores.model.ChaChaShuffle;
import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.GroupRotation;
import dev.rota.cores.model.NumberLimits;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.model.RuntimeAbort;
import dev.rota.cores.model.ValidatorGroups;
import dev.rota.cores.rules.NextBlock;
import dev.rota.kernel.domain.BadArgument;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.domain.QueryHelp;
import dev.rota.kernel.domain.ReasonGroups;
import dev.rota.kernel.domain.Why;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/** The queries about a chain, by name. They run between blocks. */
public final class CoresQueries {
  private static final String FUNCTIONS =
      "ask for next_rotation_at, last_rotation_at, group_for_core or core_for_group";

  private CoresQueries() {}

  /** Returns all queries. If RUNTIME would abort, a query answers {@code {"would_abort": why}}. */
  public static Map<String, Query<CoresState>> all() {
    Map<String, Query<CoresState>> all = new TreeMap<>();
    all.put("state", (state, _) -> CoresAnswers.state(state));
    all.put("session", (state, _) -> CoresAnswers.session(state));
    all.put("scheduled", (state, _) -> CoresAnswers.scheduled(state));
    all.put("queue", (state, _) -> CoresAnswers.queue(state));
    all.put("claim_index", (state, _) -> state.claimIndex().list());
    all.put("cores", (state, _) -> CoresAnswers.cores(state));
    all.put("groups", (state, _) -> state.session().groups().lists());
    all.put(
        "is_parathread",
        Query.of((state, args) -> state.isParathread(args.number("para")), "para"));
    all.put(
        "core_para",
        Query.of(
            (state, args) -> state.corePara(new BlockArguments(args).index("core")).orElse(null),
            "core"));
    all.put("next_up_on_available", Query.of(CoresQueries::nextUpOnAvailable, "core"));
    all.put("next_up_on_time_out", Query.of(CoresQueries::nextUpOnTimeOut, "core"));
    all.put("group_validators", Query.of(CoresQueries::groupValidators, "group"));
    all.put("group_assigned_to_core", Query.of(CoresQueries::groupAssignedToCore, "core", "at"));
    all.put("group_rotation_info", Query.of(CoresQueries::groupRotationInfo, "now"));
    all.put("timeout_predicate_exists", CoresQueries::timeoutPredicateExists);
    all.put("timeout_predicate", Query.of(CoresQueries::timeoutPredicate, "core", "pending_since"));
    all.put(
        "availability_cores_view", Query.of(CoresQueries::availabilityCoresView, "occupied_since"));
    all.put("waiting", Query.of(CoresQueries::waiting, "para"));
    all.put("reasons", (state, _) -> reasons(state));
    all.put("forecast", Query.of(BlockForecast::answer, "blocks", "assume"));
    all.putAll(computations());
    all.replaceAll((_, query) -> unlessAborting(query));
    return QueryHelp.given(all, ChainQueryHelp.TEXT);
  }

  private static Map<String, Query<CoresState>> computations() {
    return Map.of(
        "rotation_math",
        Query.ofArguments(
            CoresQueries::rotationMath,
            "fn",
            "session_start_block",
            "now",
            "group_rotation_frequency",
            "cores",
            "core",
            "group"),
        "active_validators",
        Query.ofArguments(CoresQueries::activeValidators, "n", "seed", "max_validators"),
        "groups_of_broad_indices",
        Query.ofArguments(
            CoresQueries::groupsOfBroadIndices, "n", "seed", "max_validators", "cores", "n_cores"));
  }

  private static Query<CoresState> unlessAborting(Query<CoresState> query) {
    return query.answeredBy(
        (state, args) -> {
          try {
            return query.answer(state, args);
          } catch (RuntimeAbort abort) {
            return Map.of("would_abort", abort.getMessage());
          }
        });
  }

  /** Explains a para, or all that wait. */
  private static Object waiting(CoresState state, QueryArguments args) {
    if (args.has("para")) {
      return explain(state, new BlockArguments(args).number("para", NumberLimits.UNSIGNED_32));
    }
    return state.queue().stream().map(claim -> explain(state, claim.para())).toList();
  }

  /** Groups the claims that wait. Blocks have no time. */
  private static Object reasons(CoresState state) {
    BlockAhead ahead = BlockAhead.of(state);
    ReasonGroups groups = new ReasonGroups();
    for (QueuedClaim claim : state.queue()) {
      String what = new ClaimWait(state, claim, ahead).waitsFor();
      groups.add(what, Long.toString(claim.para()), 1, null);
    }
    return groups.told();
  }

  /** Returns why a para waits, or what else there is to say of it; null: the chain has none. */
  private static Map<String, Object> explain(CoresState state, long para) {
    return new ParaNow(state, para).reason().map(reason -> explanation(para, reason)).orElse(null);
  }

  private static Map<String, Object> explanation(long para, Why.Reason reason) {
    List<Object> candidates = new ArrayList<>();
    for (Why.Candidate one : reason.candidates()) {
      Map<String, Object> candidate = new LinkedHashMap<>();
      candidate.put(one.thing().kind(), Long.parseLong(one.thing().id()));
      candidate.put("chosen", one.chosen());
      candidate.put("why", one.why());
      candidate.put("rule", one.rule());
      candidates.add(candidate);
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("para", para);
    answer.put("why", reason.what());
    answer.put("rule", reason.rule());
    answer.put("candidates", candidates);
    return answer;
  }

  private static Object nextUpOnAvailable(CoresState state, QueryArguments args) {
    return CoresAnswers.successor(state.nextUpOnAvailable(new BlockArguments(args).index("core")));
  }

  private static Object nextUpOnTimeOut(CoresState state, QueryArguments args) {
    return CoresAnswers.successor(state.nextUpOnTimeOut(new BlockArguments(args).index("core")));
  }

  private static Object groupValidators(CoresState state, QueryArguments args) {
    return state.groupValidators(new BlockArguments(args).index("group")).orElse(null);
  }

  private static Object groupAssignedToCore(CoresState state, QueryArguments args) {
    int core = new BlockArguments(args).index("core");
    int group = state.groupAssignedToCore(core, args.number("at", state.now()));
    return group < 0 ? null : group;
  }

  private static Object groupRotationInfo(CoresState state, QueryArguments args) {
    long now = new BlockArguments(args).number("now", state.now(), NumberLimits.UNSIGNED_32);
    return CoresAnswers.rotation(state.groupRotationInfo(now));
  }

  /** Evaluates a rotation function. Missing arguments default to the session's values. */
  private static Object rotationMath(CoresState state, QueryArguments args) {
    BlockArguments asked = new BlockArguments(args);
    long max = NumberLimits.UNSIGNED_32;
    GroupRotation rotation =
        new GroupRotation(
            asked.number("session_start_block", state.session().startBlock(), max),
            asked.number("now", state.now(), max),
            asked.number(
                "group_rotation_frequency", state.parameters().groupRotationFrequency(), max));
    int groups = state.session().groups().count();
    int cores = (int) asked.number("cores", groups, NumberLimits.CORES_MAX);
    String fn =
        args.text("fn")
            .orElseThrow(() -> new BadArgument("the query needs the argument 'fn': " + FUNCTIONS));
    return switch (fn) {
      case "next_rotation_at" -> rotation.nextRotationAt();
      case "last_rotation_at" -> rotation.lastRotationAt();
      case "group_for_core" -> rotation.groupForCore(state.rules(), args.integer("core"), cores);
      case "core_for_group" -> rotation.coreForGroup(state.rules(), args.integer("group"), cores);
      default -> throw new BadArgument("the argument 'fn' is '" + fn + "': " + FUNCTIONS);
    };
  }

  private static Object timeoutPredicateExists(CoresState state, QueryArguments args) {
    return state.availabilityTimeoutPredicate().isPresent();
  }

  private static Object timeoutPredicate(CoresState state, QueryArguments args) {
    int core = new BlockArguments(args).index("core");
    long since = args.number("pending_since", since(state, core));
    return state
        .availabilityTimeoutPredicate()
        .map(predicate -> predicate.test(core, since))
        .orElse(null);
  }

  private static long since(CoresState state, int core) {
    CoreOccupant occupant = state.occupant(core);
    return occupant == null ? state.now() : occupant.since();
  }

  private static Object availabilityCoresView(CoresState state, QueryArguments args) {
    BlockArguments given =
        new BlockArguments(new QueryArguments(textKeys(args.object("occupied_since"))));
    IntToLongFunction since =
        core -> given.number(Integer.toString(core), since(state, core), NumberLimits.UNSIGNED_32);
    return NextBlock.of(state, since).stream().map(CoresAnswers::standing).toList();
  }

  private static Map<String, Object> textKeys(Map<?, ?> map) {
    Map<String, Object> texts = new TreeMap<>();
    map.forEach((key, value) -> texts.put(key.toString(), value));
    return texts;
  }

  private static Object activeValidators(CoresState state, QueryArguments args) {
    BlockArguments asked = new BlockArguments(args);
    int[] order = ChaChaShuffle.permutation(asked.seed(), asked.validators());
    return Arrays.stream(order).limit(maxValidators(asked, order.length)).boxed().toList();
  }

  private static Object groupsOfBroadIndices(CoresState state, QueryArguments args) {
    BlockArguments asked = new BlockArguments(args);
    int validators = asked.validators();
    int active = (int) Math.min(validators, maxValidators(asked, validators));
    int cores =
        (int) asked.number(args.has("n_cores") ? "n_cores" : "cores", NumberLimits.CORES_MAX);
    List<List<Integer>> groups =
        new ValidatorGroups(validators, Optional.of(asked.seed()), active, cores).broadLists();
    return groups;
  }

  private static long maxValidators(BlockArguments asked, int all) {
    return asked.number("max_validators", all, NumberLimits.UNSIGNED_32);
  }
}
