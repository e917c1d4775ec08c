package dev.rota.cores.rules;

import dev.rota.cores.model.ActiveSession;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockBegan;
import dev.rota.cores.model.CoresFact.BlockRefused;
import dev.rota.cores.model.CoresFact.BlockScheduled;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.model.CoresInput.Shares;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.GroupRotation;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.RuntimeAbort;
import dev.rota.cores.model.SessionParameters;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The engine of the cores domain. A block's routines run in the real chain's order (section 4). */
public final class CoresEngine implements Engine<CoresView, CoresInput, CoresFact> {
  /** The oldest version that runs. It does not look for paras on both lists of a session. */
  public static final int OLDEST = 2;

  public static final int NEWEST = 3;

  private final int rules;

  public CoresEngine() {
    this(NEWEST);
  }

  /** With a version of the rules. */
  public CoresEngine(int rules) {
    this.rules = rules;
  }

  @Override
  public int rules() {
    return rules;
  }

  @Override
  public List<Step<CoresView, CoresFact>> decide(CoresView view, Turn<CoresInput> turn) {
    return switch (turn.input()) {
      case Claim claim ->
          List.of(
              v ->
                  CoretimeRoutines.rule(v)
                      ? CoretimeRoutines.order(v, claim)
                      : List.of(ClaimRoutine.addParathreadClaim(v, claim)));
      case Shares shares -> List.of(v -> List.of(CoretimeRoutines.assign(v, shares)));
      case Block block -> {
        Optional<BlockRefused> refusal = refusal(view, block);
        yield refusal.isPresent() ? List.of(_ -> List.of(refusal.get())) : steps(view, block);
      }
    };
  }

  private List<Step<CoresView, CoresFact>> steps(CoresView view, Block block) {
    List<Step<CoresView, CoresFact>> steps = new ArrayList<>();
    long number = block.number();
    // Frozen: the block's mandatory data ends before clear.
    if (block.frozen()) {
      steps.add(_ -> List.of(new BlockBegan(number)));
      steps.add(CoretimeRoutines::priced);
      steps.add(v -> BlockDiscrepancies.frozen(v, block));
    } else {
      steps.addAll(BlockRoutines.untilScheduled(block));
      steps.add(v -> occupied(v, block.occupied(), number));
    }
    if (rules > OLDEST) {
      block.session().ifPresent(s -> steps.add(v -> BlockDiscrepancies.session(v, s)));
    }
    block.session().ifPresent(s -> steps.addAll(SessionRoutines.sessionChange(view, s, number)));
    steps.add(v -> List.of(published(v, block.session().isPresent())));
    return steps;
  }

  /** Occupies backed cores, and reports entries out of place. */
  private static List<CoresFact> occupied(CoresView view, List<Integer> backed, long number) {
    List<CoresFact> done = BlockRoutines.occupied(view, backed, number);
    List<CoresFact> facts = new ArrayList<>(BlockDiscrepancies.occupied(view, backed, done.size()));
    facts.addAll(done);
    return facts;
  }

  private Optional<BlockRefused> refusal(CoresView view, Block block) {
    BlockAdmission admission = new BlockAdmission(view, rules);
    Optional<BlockRefused> refusal = admission.refusal(block);
    return refusal.isEmpty() && mayAbort(view, block) ? dryRun(admission, view, block) : refusal;
  }

  /** True if RUNTIME may divide by zero. A dry run tells for certain. */
  private static boolean mayAbort(CoresView view, Block block) {
    SessionParameters p = view.parameters();
    return p.rules() == RuleSet.RUNTIME
        && !block.frozen()
        && (p.parathreadCores() == 0 || !p.rotates());
  }

  private Optional<BlockRefused> dryRun(BlockAdmission admission, CoresView view, Block block) {
    CoresState copy = view.copy();
    try {
      Stepper.run(steps(copy, block), copy, copy);
      return Optional.empty();
    } catch (RuntimeAbort abort) {
      return Optional.of(admission.aborted(abort));
    }
  }

  /** Returns the published record of a block (section 8). */
  private static BlockScheduled published(CoresView view, boolean sessionChanged) {
    ActiveSession session = view.session();
    GroupRotation rotation = view.groupRotationInfo(view.block());
    return new BlockScheduled(
        view.block(),
        session.index(),
        session.startBlock(),
        rotation.rotations(),
        view.scheduled(),
        NextBlock.published(view),
        sessionChanged ? Optional.of(session.groups().broadLists()) : Optional.empty(),
        view.parameters().rotates() ? rotation.nextRotationAt() : -1);
  }
}
