package dev.rota.lab.traffic.cores;

import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockBegan;
import dev.rota.cores.model.CoresFact.CoreOccupied;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.TimeoutPredicate;
import dev.rota.cores.rules.CoresEngine;
import dev.rota.cores.rules.SchedulePreview;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A seeded, endless relay chain with consistent blocks, claims and sessions. It runs the engine to
 * know what is scheduled, because only that can be backed.
 */
public final class RelayChain implements Iterator<RelayChain.Event> {
  private static final long BLOCK_MILLIS = 6000;
  private static final long NEVER = Long.MAX_VALUE;

  /**
   * An input of the chain.
   *
   * @param atMillis ms since the chain's start, never decreasing
   * @param fault what is wrong with the input, or null
   */
  public record Event(long atMillis, CoresInput input, String fault) {}

  private final RelayChainShape shape;
  private final SplittableRandom random;
  private final RelayRegistry registry;
  // A copy is never saved, so it does not collect changes.
  private final CoresState state = new CoresState(new Tables(new TreeRows(), 0)).copy();
  private final Stepper<CoresState, CoresInput, CoresFact> stepper =
      new Stepper<>(new CoresEngine(), state);
  private final TreeMap<Integer, Long> availableAt = new TreeMap<>();
  private final ArrayDeque<Event> pending = new ArrayDeque<>();
  private final ChainFaults faults;
  private long number;
  private long slot;

  public RelayChain(RelayChainShape shape, long seed) {
    this(shape, seed, ChainFaults.NONE, 0);
  }

  /** Returns a chain without a claim for this parathread, which stays one. */
  static RelayChain sparing(long para, RelayChainShape shape, long seed) {
    return new RelayChain(shape, seed, ChainFaults.NONE, para);
  }

  /** Returns a chain with faults. The seed determines its size, faults and their frequency. */
  public static RelayChain hostile(long seed) {
    return new RelayChain(RelayChainShape.ofSeed(seed), seed, new ChainFaults(seed), 0);
  }

  private RelayChain(RelayChainShape shape, long seed, ChainFaults faults, long spared) {
    this.shape = shape;
    this.faults = faults;
    this.random = new SplittableRandom(seed);
    this.registry = new RelayRegistry(shape, random, spared);
  }

  @Override
  public boolean hasNext() {
    return true;
  }

  @Override
  public Event next() {
    if (pending.isEmpty()) {
      Block block = block();
      happen(slot * BLOCK_MILLIS, block);
      claims();
      number = Math.max(number, state.block()) + 1;
      slot++;
    }
    return pending.removeFirst();
  }

  private void happen(long atMillis, CoresInput sensible) {
    Event event = faults.upon(atMillis, sensible);
    pending.addLast(event);
    // Applies the faulty input, so that the chain stays consistent afterwards.
    for (CoresFact fact : stepper.take(new Turn<>("", 0, atMillis, event.input()))) {
      if (fact instanceof CoreOccupied occupied) {
        availableAt.put(occupied.core(), availability());
      }
    }
  }

  /** Most candidates are available after one block, some after two, a few never. */
  private long availability() {
    int luck = random.nextInt(1000);
    return luck < 15 ? NEVER : number + (luck < 700 ? 1 : 2);
  }

  private Block block() {
    Optional<Session> session =
        number % shape.sessionBlocks() == 0
            ? Optional.of(registry.session(number / shape.sessionBlocks()))
            : Optional.empty();
    if (random.nextInt(2000) == 0) {
      return new Block(number, true, List.of(), List.of(), List.of(), session);
    }
    List<Integer> disputed = disputed();
    List<Freed> freed = freed(disputed);
    return new Block(number, false, disputed, freed, backed(disputed, freed), session);
  }

  private List<Integer> disputed() {
    List<Integer> occupied = occupied();
    return occupied.isEmpty() || random.nextInt(200) != 0
        ? List.of()
        : List.of(occupied.get(random.nextInt(occupied.size())));
  }

  private List<Freed> freed(List<Integer> disputed) {
    CoresState atBlock = state.copy();
    new BlockBegan(number).applyTo(atBlock);
    Optional<TimeoutPredicate> timeouts = atBlock.availabilityTimeoutPredicate();
    List<Freed> freed = new ArrayList<>();
    for (int core : occupied()) {
      if (disputed.contains(core)) {
        continue;
      }
      long since = state.occupant(core).since();
      if (availableAt.get(core) <= number) {
        freed.add(new Freed(core, Freeing.CONCLUDED));
      } else if (timeouts.isPresent() && timeouts.get().test(core, since)) {
        freed.add(new Freed(core, Freeing.TIMED_OUT));
      }
    }
    return freed;
  }

  /** Returns the cores to be backed, out of those that this block will schedule. */
  private List<Integer> backed(List<Integer> disputed, List<Freed> freed) {
    List<Integer> backed = new ArrayList<>();
    for (CoreAssignment entry : SchedulePreview.scheduled(state, number, disputed, freed)) {
      if (random.nextInt(100) < (entry.kind() == OccupantKind.PARACHAIN ? 97 : 90)) {
        backed.add(entry.core());
      }
    }
    return backed;
  }

  private List<Integer> occupied() {
    List<Integer> occupied = new ArrayList<>();
    for (int core = 0; core < state.cores(); core++) {
      if (state.occupant(core) != null) {
        occupied.add(core);
      }
    }
    return occupied;
  }

  private void claims() {
    int count = random.nextInt(2 * shape.claimsPerBlock() + 1);
    for (int i = 0; i < count; i++) {
      long atMillis = slot * BLOCK_MILLIS + (i + 1) * BLOCK_MILLIS / (count + 1);
      long para = registry.claimant();
      happen(atMillis, new Claim(para, "collator-" + para + "-" + random.nextInt(3)));
    }
  }
}
