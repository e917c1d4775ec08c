package dev.rota.cores.queries;

import dev.rota.cores.model.ActiveSession;
import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoreStatus;
import dev.rota.cores.model.CoreSuccessor;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.GroupRotation;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.model.SessionParameters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The answers to queries as JSON values: maps, lists, texts, numbers and null. */
final class CoresAnswers {
  private CoresAnswers() {}

  /** Returns the complete state, with the specification's names. */
  static Map<String, Object> state(CoresView view) {
    Map<String, Object> state = new LinkedHashMap<>();
    state.put("block", view.now());
    state.put("session_start_block", view.session().startBlock());
    state.put("scheduled", scheduled(view));
    state.put("queue", queue(view));
    state.put("next_core_offset", view.cursor());
    state.put("claim_index", view.claimIndex().list());
    state.put("cores", cores(view));
    state.put("groups", view.session().groups().lists());
    return state;
  }

  /** Returns the current session, with its configuration and registry. */
  static Map<String, Object> session(CoresView view) {
    ActiveSession session = view.session();
    SessionParameters p = session.parameters();
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("rules", p.rules().name());
    config.put("parathread_cores", p.parathreadCores());
    config.put("parathread_retries", p.parathreadRetries());
    config.put("group_rotation_frequency", p.groupRotationFrequency());
    config.put("chain_availability_period", p.chainAvailabilityPeriod());
    config.put("thread_availability_period", p.threadAvailabilityPeriod());
    config.put("scheduling_lookahead", p.schedulingLookahead());
    config.put("max_validators_per_core", none(p.maxValidatorsPerCore()));
    config.put(
        "max_validators", p.maxValidators().isPresent() ? p.maxValidators().getAsLong() : null);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("index", session.index());
    answer.put("session_start_block", session.startBlock());
    answer.put("cores", view.cores());
    answer.put("validators", session.groups().active());
    answer.put("parachains", session.parachains().list());
    answer.put("parathreads", session.parathreads().list());
    answer.put("config", config);
    return answer;
  }

  private static Long none(long limit) {
    return limit == 0 ? null : limit;
  }

  static List<Object> scheduled(CoresView view) {
    return new ArrayList<>(view.scheduled().stream().map(CoresAnswers::entry).toList());
  }

  static Map<String, Object> entry(CoreAssignment entry) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("core", entry.core());
    answer.put("para", entry.para());
    answer.put("kind", lower(entry.kind()));
    if (entry.kind() == OccupantKind.PARATHREAD) {
      answer.put("collator", entry.collator());
      answer.put("retries", entry.retries());
    }
    answer.put("group", entry.group());
    return answer;
  }

  static List<Object> queue(CoresView view) {
    List<Object> queue = new ArrayList<>();
    for (QueuedClaim claim : view.queue()) {
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("para", claim.para());
      answer.put("collator", claim.collator());
      answer.put("retries", claim.retries());
      answer.put("core_offset", claim.offset());
      queue.add(answer);
    }
    return queue;
  }

  static List<Object> cores(CoresView view) {
    List<Object> cores = new ArrayList<>(view.cores());
    for (int core = 0; core < view.cores(); core++) {
      cores.add(occupant(view.occupant(core)));
    }
    return cores;
  }

  private static Object occupant(CoreOccupant occupant) {
    if (occupant == null) {
      return null;
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("kind", lower(occupant.kind()));
    if (occupant.kind() == OccupantKind.PARATHREAD) {
      answer.put("para", occupant.para());
      answer.put("collator", occupant.collator());
      answer.put("retries", occupant.retries());
    }
    return answer;
  }

  static Map<String, Object> rotation(GroupRotation rotation) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("session_start_block", rotation.sessionStart());
    answer.put("now", rotation.now());
    answer.put("group_rotation_frequency", rotation.frequency());
    answer.put("last_rotation_at", rotation.lastRotationAt());
    answer.put("next_rotation_at", rotation.nextRotationAt());
    return answer;
  }

  static Object successor(Optional<CoreSuccessor> next) {
    if (next.isEmpty()) {
      return null;
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("para", next.get().para());
    answer.put("collator", next.get().collator());
    return answer;
  }

  static Map<String, Object> standing(CoreStatus standing) {
    Map<String, Object> answer = new LinkedHashMap<>();
    switch (standing) {
      case CoreStatus.Occupied occupied -> {
        answer.put("state", "occupied");
        answer.put("para", occupied.occupant().para());
        answer.put("occupied_since", occupied.since());
        answer.put("time_out_at", occupied.timeOutAt().orElseThrow());
        answer.put("group_responsible", occupied.group().orElseThrow());
        answer.put("next_up_on_available", successor(occupied.nextUpOnAvailable()));
        answer.put("next_up_on_time_out", successor(occupied.nextUpOnTimeOut()));
      }
      case CoreStatus.Scheduled(_, long para, String collator, _) -> {
        answer.put("state", "scheduled");
        answer.put("para", para);
        answer.put("collator", collator);
      }
      case CoreStatus.Free _ -> answer.put("state", "free");
    }
    return answer;
  }

  static String lower(Enum<?> symbol) {
    return symbol.name().toLowerCase(Locale.ROOT);
  }
}
