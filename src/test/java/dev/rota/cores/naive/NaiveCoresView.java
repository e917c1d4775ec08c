package dev.rota.cores.naive;

import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.SessionParameters;
import dev.rota.cores.naive.NaiveCores.Busy;
import dev.rota.cores.naive.NaiveCores.Entry;
import dev.rota.cores.naive.NaiveCores.Held;
import dev.rota.cores.naive.NaiveCores.Refused;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The questions of the specification's sections 5.7 to 5.9 and 8, answered with plain values. */
final class NaiveCoresView {
  private NaiveCoresView() {}

  static Map<String, Object> state(NaiveCores chain) {
    return map(
        "block", chain.now(),
        "session_start_block", chain.sessionStart,
        "scheduled", chain.scheduled.stream().map(NaiveCoresView::entry).toList(),
        "queue",
            chain.queue.stream()
                .map(
                    waiting -> {
                      Map<String, Object> claim = claim(waiting.claim());
                      claim.put("core_offset", waiting.offset());
                      return claim;
                    })
                .toList(),
        "next_core_offset", chain.cursor,
        "claim_index", List.copyOf(chain.index),
        "cores", chain.cores.stream().map(NaiveCoresView::core).toList(),
        "groups", chain.groups);
  }

  static Map<String, Object> session(NaiveCores chain) {
    return map(
        "index", chain.sessionIndex,
        "session_start_block", chain.sessionStart,
        "cores", chain.cores.size(),
        "validators", chain.active,
        "parachains", chain.parachains,
        "parathreads", chain.parathreads,
        "config", config(chain.config));
  }

  // [3]
  static Map<String, Object> config(SessionParameters config) {
    long perCore = config.maxValidatorsPerCore();
    OptionalLong validators = config.maxValidators();
    return map(
        "rules", config.rules().name(),
        "parathread_cores", config.parathreadCores(),
        "parathread_retries", config.parathreadRetries(),
        "group_rotation_frequency", config.groupRotationFrequency(),
        "chain_availability_period", config.chainAvailabilityPeriod(),
        "thread_availability_period", config.threadAvailabilityPeriod(),
        "scheduling_lookahead", config.schedulingLookahead(),
        "max_validators_per_core", perCore == 0 ? null : perCore,
        "max_validators", validators.isPresent() ? validators.getAsLong() : null);
  }

  private static Map<String, Object> entry(Entry entry) {
    Map<String, Object> line =
        map("core", entry.core(), "kind", kind(entry.held()), "group", entry.group());
    line.putAll(entry.held().isClaim() ? claim(entry.held()) : map("para", entry.held().para()));
    return line;
  }

  private static Map<String, Object> core(Busy busy) {
    if (busy == null) {
      return null;
    }
    Map<String, Object> line = busy.held().isClaim() ? claim(busy.held()) : map();
    line.put("kind", kind(busy.held()));
    return line;
  }

  private static Map<String, Object> claim(Held claim) {
    return map("para", claim.para(), "collator", claim.collator(), "retries", claim.retries());
  }

  private static String kind(Held held) {
    return held.isClaim() ? "parathread" : "parachain";
  }

  // [5.7], G3
  static Long corePara(NaiveCores chain, int core) {
    if (core >= chain.cores.size()) {
      return null;
    }
    Busy busy = chain.cores.get(core);
    if (busy != null) {
      return busy.held().isClaim() ? busy.held().para() : chain.parachains.get(core);
    }
    Entry entry = chain.entry(core);
    return chain.guide() && entry != null ? entry.held().para() : null;
  }

  static List<Integer> groupValidators(NaiveCores chain, int group) {
    return group < chain.groups.size() ? chain.groups.get(group) : null;
  }

  // [5.7], G1
  static Integer groupAssignedToCore(NaiveCores chain, int core, long at) {
    int count = chain.groups.size();
    if (at < chain.sessionStart || core >= count) {
      return null;
    }
    long frequency = chain.config.groupRotationFrequency();
    if (frequency == 0) {
      throw new Refused(CoresReason.WOULD_ABORT);
    }
    long turns = (at - chain.sessionStart) / frequency;
    long group = chain.guide() ? core - turns : core + turns;
    return (int) (((group % count) + count) % count);
  }

  // [5.7]
  static Map<String, Object> rotationInfo(NaiveCores chain, long now) {
    long start = chain.sessionStart;
    long frequency = chain.config.groupRotationFrequency();
    return map(
        "session_start_block", start,
        "now", now,
        "group_rotation_frequency", frequency,
        "last_rotation_at", last(start, now, frequency),
        "next_rotation_at", next(start, now, frequency));
  }

  private static long last(long start, long now, long frequency) {
    if (frequency == 0) {
      throw new Refused(CoresReason.WOULD_ABORT);
    }
    return now - Math.max(0, now - start) % frequency;
  }

  private static long next(long start, long now, long frequency) {
    return now + frequency - Math.max(0, now + frequency - start) % frequency;
  }

  // [5.8]
  static boolean predicateExists(NaiveCores chain) {
    return intoRotation(chain)
        < Math.max(chain.config.chainAvailabilityPeriod(), chain.config.threadAvailabilityPeriod());
  }

  private static long intoRotation(NaiveCores chain) {
    return Math.max(0, chain.now() - chain.sessionStart)
        % Math.max(1, chain.config.groupRotationFrequency());
  }

  static Boolean timesOut(NaiveCores chain, int core, long since) {
    if (!predicateExists(chain)) {
      return null;
    }
    Busy busy = core < chain.cores.size() ? chain.cores.get(core) : null;
    if (busy == null) {
      return true;
    }
    long period = period(chain, busy.held());
    return intoRotation(chain) < period && Math.max(0, chain.now() - since) >= period;
  }

  private static long period(NaiveCores chain, Held held) {
    return held.isClaim()
        ? chain.config.threadAvailabilityPeriod()
        : chain.config.chainAvailabilityPeriod();
  }

  // [5.9]
  static Map<String, Object> nextUpOnAvailable(NaiveCores chain, int core) {
    return successor(chain.nextOn(core));
  }

  static Map<String, Object> nextUpOnTimeOut(NaiveCores chain, int core) {
    Held next = chain.nextOn(core);
    Busy busy = core < chain.cores.size() ? chain.cores.get(core) : null;
    return successor(next == null && busy != null && busy.held().isClaim() ? busy.held() : next);
  }

  private static Map<String, Object> successor(Held held) {
    return held == null ? null : map("para", held.para(), "collator", held.collator());
  }

  // [8]
  static List<Map<String, Object>> availabilityCores(NaiveCores chain) {
    NaiveCores next = chain.copy();
    next.clear();
    next.schedule(chain.now() + 1);
    List<Map<String, Object>> view = new ArrayList<>();
    for (int core = 0; core < chain.cores.size(); core++) {
      Busy busy = chain.cores.get(core);
      Entry entry = next.entry(core);
      if (busy != null) {
        view.add(
            map(
                "state", "occupied",
                "para", corePara(chain, core),
                "occupied_since", busy.since(),
                "time_out_at", timeOutAt(chain, busy),
                "group_responsible", groupAssignedToCore(chain, core, busy.since()),
                "next_up_on_available", nextUpOnAvailable(next, core),
                "next_up_on_time_out", nextUpOnTimeOut(next, core)));
      } else if (entry != null) {
        view.add(
            map(
                "state", "scheduled",
                "para", entry.held().para(),
                "collator", entry.held().collator()));
      } else {
        view.add(map("state", "free"));
      }
    }
    return view;
  }

  private static long timeOutAt(NaiveCores chain, Busy busy) {
    long frequency = chain.config.groupRotationFrequency();
    long period = period(chain, busy.held());
    long last = last(chain.sessionStart, chain.now() + 1, frequency);
    long next = next(chain.sessionStart, chain.now() + 1, frequency);
    long due = busy.since() + period;
    return due < last + period ? due : due <= next ? next : due;
  }

  /** The record that the outside gets of a block; without cores where the next would abort. */
  static Map<String, Object> coreSchedule(NaiveCores chain, boolean regrouped) {
    long frequency = chain.config.groupRotationFrequency();
    Map<String, Object> told =
        map(
            "chain",
            NaiveCores.CHAIN,
            "block",
            chain.lastBlock,
            "session",
            chain.sessionIndex,
            "sessionStartBlock",
            chain.sessionStart,
            "rotation",
            rotations(chain),
            "scheduled",
            chain.scheduled.stream().map(NaiveCoresView::published).toList(),
            "groups",
            regrouped ? chain.broadGroups : null,
            "nextRotationAt",
            frequency == 0 ? -1 : next(chain.sessionStart, chain.lastBlock, frequency));
    try {
      told.put("cores", standings(chain));
    } catch (Refused refused) {
      told.put("cores", null);
    }
    return told;
  }

  static long rotations(NaiveCores chain) {
    long frequency = chain.config.groupRotationFrequency();
    long passed = Math.max(0, chain.lastBlock - chain.sessionStart);
    return frequency == 0 ? 0 : passed / frequency;
  }

  private static Map<String, Object> published(Entry entry) {
    return map(
        "core", entry.core(),
        "para", entry.held().para(),
        "kind", entry.held().isClaim() ? "PARATHREAD" : "PARACHAIN",
        "collator", entry.held().collator(),
        "retries", entry.held().retries(),
        "group", entry.group());
  }

  private static List<Map<String, Object>> standings(NaiveCores chain) {
    List<Map<String, Object>> lines = new ArrayList<>();
    for (Map<String, Object> seen : availabilityCores(chain)) {
      int core = lines.size();
      String state = (String) seen.get("state");
      Busy busy = chain.cores.get(core);
      Integer group =
          switch (state) {
            case "occupied" -> (Integer) seen.get("group_responsible");
            case "scheduled" -> groupAssignedToCore(chain, core, chain.now() + 1);
            default -> null;
          };
      lines.add(
          map(
              "core", core,
              "state", state.toUpperCase(java.util.Locale.ROOT),
              "para", seen.get("para"),
              "collator", busy != null ? busy.held().collator() : seen.get("collator"),
              "group", group,
              "occupiedSince", seen.get("occupied_since"),
              "timeOutAt", seen.get("time_out_at"),
              "nextUpOnAvailable", seen.get("next_up_on_available"),
              "nextUpOnTimeOut", seen.get("next_up_on_time_out")));
    }
    return lines;
  }

  static Map<String, Object> map(Object... pairs) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put((String) pairs[i], pairs[i + 1]);
    }
    return map;
  }
}
