package dev.rota.cores.queries;

import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresFact.ClaimScheduled;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.RuntimeAbort;
import dev.rota.cores.rules.BlockRoutines;
import dev.rota.kernel.domain.BadArgument;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.engine.Stepper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Forecasts the next blocks with the real routines on a copy.
 *
 * <pre>
 * {"assume": "quiet", "holds_while": "…", "blocks": [
 *   {"block": 8, "rotation": 1, "scheduled": […], "returned": […], "dropped": […]}, …]}
 * </pre>
 */
final class BlockForecast {
  private static final long BLOCKS_MAX = 1000;

  /** The assumed content of future blocks. */
  private enum Assume {
    QUIET("nothing is freed, backed, claimed or disputed, and no session changes"),
    BACKED(
        "every scheduled core is backed and available in the next block, nothing is claimed or"
            + " disputed, and no session changes");

    private final String holdsWhile;

    Assume(String holdsWhile) {
      this.holdsWhile = holdsWhile;
    }
  }

  private final CoresState copy;
  private final Assume assume;

  private BlockForecast(CoresState copy, Assume assume) {
    this.copy = copy;
    this.assume = assume;
  }

  /** Answers {@code forecast}: {@code blocks} is their number, {@code assume} quiet or backed. */
  static Object answer(CoresState state, QueryArguments args) {
    long lookahead = Math.min(BLOCKS_MAX, state.parameters().schedulingLookahead());
    long blocks = args.number("blocks", Math.max(1, lookahead));
    if (blocks < 1 || blocks > BLOCKS_MAX) {
      throw new BadArgument("the argument 'blocks' is " + blocks + ": ask for 1 to " + BLOCKS_MAX);
    }
    Assume assume = assume(args.text("assume").orElse("quiet"));
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("assume", CoresAnswers.lower(assume));
    answer.put("holds_while", assume.holdsWhile);
    answer.put("blocks", new BlockForecast(state.copy(), assume).blocks(blocks));
    return answer;
  }

  /**
   * Returns the first of so many blocks in which a para's claim is scheduled if every core is
   * available in each of them.
   */
  static OptionalLong scheduledIn(CoresState state, long para, long blocks) {
    BlockForecast forecast = new BlockForecast(state.copy(), Assume.BACKED);
    long first = state.now() + 1;
    for (long number = first; number < first + Math.min(BLOCKS_MAX, blocks); number++) {
      if (forecast.take(number).stream().anyMatch(fact -> isScheduled(fact, para))) {
        return OptionalLong.of(number);
      }
      forecast.back(number);
    }
    return OptionalLong.empty();
  }

  private static boolean isScheduled(CoresFact fact, long para) {
    return fact instanceof ClaimScheduled claim && claim.assignment().para() == para;
  }

  private static Assume assume(String text) {
    return switch (text) {
      case "quiet" -> Assume.QUIET;
      case "backed" -> Assume.BACKED;
      default ->
          throw new BadArgument(
              "the argument 'assume' is '" + text + "': it can be quiet or backed");
    };
  }

  private List<Object> blocks(long count) {
    List<Object> blocks = new ArrayList<>();
    long first = copy.block() + 1;
    for (long number = first; number < first + count; number++) {
      try {
        blocks.add(block(number));
      } catch (RuntimeAbort abort) {
        blocks.add(Map.of("block", number, "would_abort", abort.getMessage()));
        return blocks;
      }
    }
    return blocks;
  }

  private Map<String, Object> block(long number) {
    List<Object> returned = new ArrayList<>();
    List<Object> dropped = new ArrayList<>();
    for (CoresFact fact : take(number)) {
      if (fact instanceof ClaimReturned back) {
        returned.add(
            claim(back.claim().para(), back.claim().collator(), back.core(), back.reason()));
      } else if (fact instanceof ClaimDropped gone) {
        dropped.add(claim(gone.para(), gone.collator(), gone.core().orElse(null), gone.reason()));
      }
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("block", number);
    answer.put("rotation", copy.groupRotationInfo(number).rotations());
    answer.put("scheduled", CoresAnswers.scheduled(copy));
    answer.put("returned", returned);
    answer.put("dropped", dropped);
    back(number);
    return answer;
  }

  private List<CoresFact> take(long number) {
    Block block = new Block(number, false, List.of(), available(), List.of(), Optional.empty());
    return Stepper.run(BlockRoutines.untilScheduled(block), copy, copy);
  }

  private void back(long number) {
    if (assume == Assume.BACKED) {
      List<Integer> cores = copy.scheduled().stream().map(CoreAssignment::core).toList();
      Stepper.apply(BlockRoutines.occupied(copy, cores, number), copy);
    }
  }

  private List<Freed> available() {
    List<Freed> available = new ArrayList<>();
    for (int core = 0; assume == Assume.BACKED && core < copy.cores(); core++) {
      if (copy.occupant(core) != null) {
        available.add(new Freed(core, Freeing.CONCLUDED));
      }
    }
    return available;
  }

  private static Map<String, Object> claim(
      long para, String collator, Integer core, CoresReason reason) {
    Map<String, Object> claim = new LinkedHashMap<>();
    claim.put("para", para);
    claim.put("collator", collator);
    claim.put("core", core);
    claim.put("reason", CoresAnswers.lower(reason));
    return claim;
  }
}
