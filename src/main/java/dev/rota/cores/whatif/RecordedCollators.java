package dev.rota.cores.whatif;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockRefused;
import dev.rota.cores.model.CoresFact.ClaimScheduled;
import dev.rota.cores.model.CoresFact.CoreFreed;
import dev.rota.cores.model.CoresFact.CoreOccupied;
import dev.rota.cores.model.CoresFact.ParachainScheduled;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.rules.CoresEngine;
import dev.rota.cores.wire.CoresWire;
import dev.rota.kernel.domain.Participants;
import dev.rota.kernel.domain.measures.Distribution;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Those who back candidates, as a chain's blocks tell of them. */
final class RecordedCollators implements Participants<CoresState, CoresFact> {
  /** What a recorded block did: which cores it freed, had scheduled and occupied. */
  private record Did(Set<Integer> freed, Set<Integer> scheduled, Set<Integer> occupied) {}

  private final CoresWire wire = new CoresWire();
  private final CoresEngine rules = new CoresEngine();
  private final long moreCores;
  private final long sinceMillis;
  private final Map<Long, Did> blocks = new HashMap<>();
  private final Map<Integer, Long> since = new HashMap<>();
  private final Distribution took = new Distribution();

  /** When candidates that only are here now become available: blocks by core. */
  private final Map<Integer, Long> ours = new TreeMap<>();

  private long assumed;

  /** Sessions from this time on have so many more cores. */
  RecordedCollators(long moreCores, long sinceMillis) {
    this.sinceMillis = sinceMillis;
    this.moreCores = moreCores;
  }

  @Override
  public void recorded(Past turn, List<CoresFact> facts) {
    Sent input = turn.input();
    if (input == null || !(input.record() instanceof BlockEvent block) || isRefused(facts)) {
      return;
    }
    for (CoresFact fact : facts) {
      if (fact instanceof CoreOccupied one) {
        since.put(one.core(), block.getNumber());
      } else if (fact instanceof CoreFreed one) {
        Long from = since.remove(one.core());
        if (from != null && one.reason() == CoresReason.AVAILABLE) {
          took.add(block.getNumber() - from);
        }
      }
    }
    blocks.put(turn.number(), new Did(freed(facts), scheduled(facts), occupied(facts)));
  }

  @Override
  public List<Sent> instead(Past turn, CoresState now) {
    Sent input = turn.input();
    if (!(input.record() instanceof BlockEvent recorded)) {
      return List.of(input);
    }
    Did did = blocks.get(turn.number());
    long more = turn.atMillis() < sinceMillis ? 0 : moreCores;
    BlockEvent block = CoresWhatIf.with(recorded, more);
    if (did == null || block.getFrozen() || now == null) {
      return List.of(new Sent(input.topic(), input.atMillis(), block));
    }
    BlockEvent fitted =
        BlockEvent.newBuilder(block)
            .setFreed(freed(block, did, now))
            .setDisputed(
                block.getDisputed().stream().filter(core -> isThere(core, did, now)).toList())
            .build();
    BlockEvent backed =
        BlockEvent.newBuilder(fitted)
            .setOccupied(occupied(fitted, did, tried(fitted, now)))
            .build();
    return List.of(new Sent(input.topic(), input.atMillis(), backed));
  }

  /** What is not so now is not said; what was odd in history remains so. */
  private static boolean isThere(int core, Did did, CoresState now) {
    return !did.freed.contains(core) || now.occupant(core) != null;
  }

  private List<FreedCore> freed(BlockEvent block, Did did, CoresState now) {
    List<FreedCore> freed = new ArrayList<>();
    for (FreedCore one : block.getFreed()) {
      if (isThere(one.getCore(), did, now)) {
        freed.add(one);
      }
    }
    did.freed.forEach(ours::remove);
    ours.forEach(
        (core, until) -> {
          if (until <= block.getNumber() && now.occupant(core) != null) {
            freed.add(new FreedCore(core, FreedReason.CONCLUDED));
          }
        });
    ours.values().removeIf(until -> until <= block.getNumber());
    return freed;
  }

  /** The cores that the block gives something to do, if nothing is backed. */
  private Set<Integer> tried(BlockEvent block, CoresState now) {
    BlockEvent none = BlockEvent.newBuilder(block).setOccupied(List.of()).setSession(null).build();
    CoresInput input = wire.read(none);
    return scheduled(
        new Stepper<>(rules, now.copy()).decide(new Turn<>(block.getChain(), 0, 0, input)));
  }

  private List<Integer> occupied(BlockEvent block, Did did, Set<Integer> scheduled) {
    List<Integer> backed = new ArrayList<>();
    for (int core : block.getOccupied()) {
      if (!did.occupied.contains(core) || scheduled.contains(core)) {
        backed.add(core);
      }
    }
    Set<Integer> more = new TreeSet<>(scheduled);
    more.removeAll(did.scheduled);
    if (more.isEmpty() || !backed.stream().sorted().toList().equals(backed)) {
      return backed;
    }
    for (int core : more) {
      ours.put(core, block.getNumber() + Math.max(1, took.percentile(50)));
      assumed++;
    }
    more.addAll(backed);
    return List.copyOf(more);
  }

  @Override
  public List<String> assumed() {
    return assumed == 0
        ? List.of()
        : List.of(
            assumed
                + " candidates have no like in history: each is backed at once, and available after "
                + Math.max(1, took.percentile(50))
                + " blocks");
  }

  private static boolean isRefused(List<CoresFact> facts) {
    return facts.stream().anyMatch(BlockRefused.class::isInstance);
  }

  private static Set<Integer> freed(List<CoresFact> facts) {
    Set<Integer> cores = new TreeSet<>();
    for (CoresFact fact : facts) {
      if (fact instanceof CoreFreed one) {
        cores.add(one.core());
      }
    }
    return cores;
  }

  private static Set<Integer> scheduled(List<CoresFact> facts) {
    Set<Integer> cores = new TreeSet<>();
    for (CoresFact fact : facts) {
      if (fact instanceof ParachainScheduled one) {
        cores.add(one.assignment().core());
      } else if (fact instanceof ClaimScheduled one) {
        cores.add(one.assignment().core());
      }
    }
    return cores;
  }

  private static Set<Integer> occupied(List<CoresFact> facts) {
    Set<Integer> cores = new TreeSet<>();
    for (CoresFact fact : facts) {
      if (fact instanceof CoreOccupied one) {
        cores.add(one.core());
      }
    }
    return cores;
  }
}
