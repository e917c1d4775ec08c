package dev.rota.cores;

import dev.rota.domain.Args;
import dev.rota.domain.Query;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/** What can be asked of a chain between blocks, by name. */
public final class CoresQueries {
  private CoresQueries() {}

  /** Every query; one that RUNTIME would abort on answers {@code {"would_abort": why}}. */
  public static Map<String, Query<CoresState>> all() {
    Map<String, Query<CoresState>> all = new TreeMap<>();
    all.put("state", (state, args) -> Answers.state(state));
    all.put("session", (state, args) -> Answers.session(state));
    all.put("scheduled", (state, args) -> Answers.scheduled(state));
    all.put("queue", (state, args) -> Answers.queue(state));
    all.put("claim_index", (state, args) -> state.claimIndex().list());
    all.put("cores", (state, args) -> Answers.cores(state));
    all.put("groups", (state, args) -> state.session().groups().lists());
    all.put("is_parathread", (state, args) -> state.isParathread(args.number("para")));
    all.put("core_para", (state, args) -> state.corePara(args.integer("core")).orElse(null));
    all.put("next_up_on_available", CoresQueries::nextUpOnAvailable);
    all.put("next_up_on_time_out", CoresQueries::nextUpOnTimeOut);
    all.put("group_validators", CoresQueries::groupValidators);
    all.put("group_assigned_to_core", CoresQueries::groupAssignedToCore);
    all.put("group_rotation_info", CoresQueries::groupRotationInfo);
    all.put("rotation_math", CoresQueries::rotationMath);
    all.put("timeout_predicate_exists", CoresQueries::timeoutPredicateExists);
    all.put("timeout_predicate", CoresQueries::timeoutPredicate);
    all.put("availability_cores_view", CoresQueries::availabilityCoresView);
    all.put("active_validators", CoresQueries::activeValidators);
    all.put("groups_of_broad_indices", CoresQueries::groupsOfBroadIndices);
    all.put("forecast", Forecast::answer);
    all.replaceAll((name, query) -> unlessAborting(query));
    return all;
  }

  private static Query<CoresState> unlessAborting(Query<CoresState> query) {
    return (state, args) -> {
      try {
        return query.answer(state, args);
      } catch (WouldAbort abort) {
        return Map.of("would_abort", abort.getMessage());
      }
    };
  }

  private static Object nextUpOnAvailable(CoresState state, Args args) {
    return Answers.successor(state.nextUpOnAvailable(args.integer("core")));
  }

  private static Object nextUpOnTimeOut(CoresState state, Args args) {
    return Answers.successor(state.nextUpOnTimeOut(args.integer("core")));
  }

  private static Object groupValidators(CoresState state, Args args) {
    return state.groupValidators(args.integer("group")).orElse(null);
  }

  private static Object groupAssignedToCore(CoresState state, Args args) {
    int group = state.groupAssignedToCore(args.integer("core"), args.number("at", state.now()));
    return group < 0 ? null : group;
  }

  private static Object groupRotationInfo(CoresState state, Args args) {
    return Answers.rotation(state.groupRotationInfo(args.number("now", state.now())));
  }

  /** The rotation helpers alone; what is not given is that of the session. */
  private static Object rotationMath(CoresState state, Args args) {
    Rotation rotation =
        new Rotation(
            args.number("session_start_block", state.session().startBlock()),
            args.number("now", state.now()),
            args.number("group_rotation_frequency", state.parameters().groupRotationFrequency()));
    int cores = Math.toIntExact(args.number("cores", state.session().groups().count()));
    String fn = args.text("fn").orElse("next_rotation_at");
    return switch (fn) {
      case "next_rotation_at" -> rotation.nextRotationAt();
      case "last_rotation_at" -> rotation.lastRotationAt();
      case "group_for_core" -> rotation.groupForCore(state.rules(), args.integer("core"), cores);
      case "core_for_group" -> rotation.coreForGroup(state.rules(), args.integer("group"), cores);
      default ->
          throw new IllegalArgumentException(
              "the argument 'fn' is '"
                  + fn
                  + "': ask for next_rotation_at, last_rotation_at, group_for_core or"
                  + " core_for_group");
    };
  }

  private static Object timeoutPredicateExists(CoresState state, Args args) {
    return state.availabilityTimeoutPredicate().isPresent();
  }

  private static Object timeoutPredicate(CoresState state, Args args) {
    int core = args.integer("core");
    long since = args.number("pending_since", since(state, core));
    return state
        .availabilityTimeoutPredicate()
        .map(predicate -> predicate.test(core, since))
        .orElse(null);
  }

  private static long since(CoresState state, int core) {
    Occupant occupant = state.occupant(core);
    return occupant == null ? state.now() : occupant.since();
  }

  private static Object availabilityCoresView(CoresState state, Args args) {
    Args given = new Args(textKeys(args.object("occupied_since")));
    IntToLongFunction since = core -> given.number(Integer.toString(core), since(state, core));
    return NextBlock.of(state, since).stream().map(Answers::standing).toList();
  }

  private static Map<String, Object> textKeys(Map<?, ?> map) {
    Map<String, Object> texts = new TreeMap<>();
    map.forEach((key, value) -> texts.put(key.toString(), value));
    return texts;
  }

  private static Object activeValidators(CoresState state, Args args) {
    int[] order = ChaChaShuffle.permutation(seed(args), validators(args));
    return Arrays.stream(order).limit(maxValidators(args).orElse(order.length)).boxed().toList();
  }

  private static Object groupsOfBroadIndices(CoresState state, Args args) {
    int validators = validators(args);
    int active = (int) Math.min(validators, maxValidators(args).orElse(validators));
    int cores = args.has("n_cores") ? args.integer("n_cores") : args.integer("cores");
    List<List<Integer>> groups =
        new Groups(validators, Optional.of(seed(args)), active, cores).broadLists();
    return groups;
  }

  private static OptionalLong maxValidators(Args args) {
    return args.has("max_validators")
        ? OptionalLong.of(args.number("max_validators"))
        : OptionalLong.empty();
  }

  private static int validators(Args args) {
    int validators = args.integer("n");
    if (validators < 0 || validators > Limits.VALIDATORS_MAX) {
      throw new IllegalArgumentException(
          Limits.range("the argument 'n'", validators, Limits.VALIDATORS_MAX));
    }
    return validators;
  }

  private static Seed seed(Args args) {
    String hex = args.text("seed").orElse("").replaceFirst("^0x", "");
    if (!hex.matches("[0-9a-fA-F]{64}")) {
      throw new IllegalArgumentException(
          "the argument 'seed' is '" + hex + "': give 32 bytes as 64 hexadecimal digits");
    }
    return Seed.of(HexFormat.of().parseHex(hex));
  }
}
