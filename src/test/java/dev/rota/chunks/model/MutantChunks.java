package dev.rota.chunks.model;

import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.model.ListingFact.Listed;
import dev.rota.chunks.model.NetworkFact.Gathering;
import dev.rota.chunks.model.NetworkFact.PolicySet;
import dev.rota.chunks.model.NetworkFact.SnapshotKept;
import dev.rota.chunks.model.NodeFact.NodeHeard;
import dev.rota.chunks.model.NodeFact.NodeMarked;
import dev.rota.chunks.model.NodeFact.NodeMeasured;
import dev.rota.chunks.model.NodeFact.PingFault;
import dev.rota.chunks.model.NodeFact.PingRefused;
import dev.rota.chunks.values.GenerationWindow;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.chunks.values.OperatorMark;
import dev.rota.chunks.values.WorkerUptime;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Tables;
import dev.rota.testing.laws.Mutant;
import java.util.List;

/** Chunks made wrong in one way each, so that a comparison which cannot fail is noticed. */
public enum MutantChunks {
  TELLS_ANOTHER_REASON("told/"),
  GATHERS_FOR_LONGER("due "),
  FORGETS_EPOCHS("told/"),
  PASSES_OVER_SILENT_PINGS("reopened: workers "),
  LISTS_ANOTHER_SIZE("datasets "),
  KEEPS_ITS_WEIGHTS("due "),
  KEEPS_NO_SNAPSHOTS("told/"),
  MARKS_NOBODY("told/"),
  MEASURES_THE_OTHER_WAY("told/"),
  PLACES_FIRST("told/"),
  REOPENS_WITH_ALL_ONLINE("reopened: workers "),
  REOPENS_WITHOUT_SNAPSHOTS("reopened: workers "),
  REOPENS_WITH_OTHER_MARKS("reopened: "),
  REOPENS_WITHOUT_UPTIMES("reopened: workers ");

  /** How the first difference is told. */
  public final String foundBy;

  MutantChunks(String foundBy) {
    this.foundBy = foundBy;
  }

  private ChunksFact changed(ChunksState before, ChunksFact fact) {
    return switch (this) {
      case TELLS_ANOTHER_REASON ->
          fact instanceof PingRefused f && f.reason() == PingFault.LATE
              ? new PingRefused(
                  f.worker(), PingFault.NOT_FOUND, f.detail(), f.generation(), f.atMillis())
              : fact;
      case GATHERS_FOR_LONGER ->
          fact instanceof Gathering f && f.window().isOpen()
              ? new Gathering(longer(f.window()), f.atMillis())
              : fact;
      case FORGETS_EPOCHS -> fact instanceof NodeHeard f ? withoutEpoch(f) : fact;
      case LISTS_ANOTHER_SIZE -> fact instanceof Listed f ? larger(f) : fact;
      case KEEPS_ITS_WEIGHTS -> fact instanceof PolicySet f ? withWeights(before, f) : fact;
      case MEASURES_THE_OTHER_WAY -> fact instanceof NodeMeasured f ? otherwise(f) : fact;
      default -> fact;
    };
  }

  private boolean drops(ChunksFact fact) {
    return this == PASSES_OVER_SILENT_PINGS && fact instanceof NodeHeard f && !f.told()
        || this == KEEPS_NO_SNAPSHOTS && fact instanceof SnapshotKept
        || this == MARKS_NOBODY && fact instanceof NodeMarked f && f.mark() != null;
  }

  private static GenerationWindow longer(GenerationWindow window) {
    return new GenerationWindow(window.openedAt(), window.dueAt() + 1, window.urgent());
  }

  private static NodeHeard withoutEpoch(NodeHeard f) {
    WorkerNode.Heard said = f.heard();
    return new NodeHeard(
        f.worker(),
        f.id(),
        new WorkerNode.Heard(
            said.atMillis(),
            said.capacity(),
            said.said(),
            said.version(),
            said.stored(),
            null,
            said.suspicious(),
            said.uptime()),
        f.status(),
        f.reason(),
        f.detail(),
        f.joined(),
        f.told(),
        f.offlineAt(),
        f.generation(),
        f.atMillis());
  }

  private static NodeMeasured otherwise(NodeMeasured f) {
    WorkerUptime is = f.uptime();
    WorkerUptime other = new WorkerUptime(is.part(), is.covered(), is.known(), !is.enough());
    return new NodeMeasured(f.worker(), other, f.atMillis());
  }

  private static Listed larger(Listed f) {
    List<ListingFact.Now> changes =
        f.changes().stream()
            .map(one -> one.bytes() == 17 ? new ListingFact.Now(one.chunk(), one.bytes() + 1) : one)
            .toList();
    return new Listed(f.told(), changes, f.whole(), f.window(), f.atMillis());
  }

  private static PolicySet withWeights(ChunksState before, PolicySet f) {
    NetworkPolicy next = f.policy();
    NetworkPolicy kept =
        new NetworkPolicy(
            next.placement(),
            before.policy().weights(),
            next.segments(),
            next.health(),
            next.gathering(),
            next.capacityMax(),
            next.telling(),
            next.uptime());
    return new PolicySet(kept, f.unlisted(), f.generation(), f.atMillis());
  }

  private Step<ChunksState, ChunksFact> changed(Step<ChunksState, ChunksFact> step) {
    return new Step<>() {
      @Override
      public List<ChunksFact> decide(ChunksState view) {
        return step.decide(view).stream()
            .filter(fact -> !drops(fact))
            .map(fact -> MutantChunks.this.changed(view, fact))
            .toList();
      }

      @Override
      public boolean repeats() {
        return step.repeats();
      }
    };
  }

  private void spoil(ChunksState state) {
    if (this == REOPENS_WITH_OTHER_MARKS) {
      OperatorMark other = new OperatorMark("another", null);
      List.copyOf(state.marks().all().keySet()).forEach(one -> state.marks().put(one, other));
    }
    for (WorkerNode node : List.copyOf(state.nodes().all())) {
      if (this == REOPENS_WITH_ALL_ONLINE && node.isThere()) {
        state.nodes().judge(node.name(), WorkerStatus.ONLINE, null);
      }
      if (this == REOPENS_WITHOUT_SNAPSHOTS && node.isThere()) {
        state.nodes().show(node.name(), 0, 1);
      }
      if (this == REOPENS_WITHOUT_UPTIMES && node.isThere()) {
        state.nodes().measure(node.name(), null);
      }
    }
  }

  /** The domain, wrong in this way. */
  public Mutant<ChunksState, ChunksInput, ChunksFact> domain() {
    ChunksDomain sound = new ChunksDomain();
    return new Mutant<>(sound) {
      @Override
      public ChunksState open(Tables tables) {
        ChunksState state = super.open(tables);
        spoil(state);
        return state;
      }

      @Override
      public Engine<? super ChunksState, ChunksInput, ChunksFact> engine() {
        return new WrongRules(sound);
      }
    };
  }

  private final class WrongRules extends Mutant.Rules<ChunksState, ChunksInput, ChunksFact> {
    WrongRules(ChunksDomain sound) {
      super(sound);
    }

    @Override
    public List<Step<ChunksState, ChunksFact>> decide(ChunksState view, Turn<ChunksInput> turn) {
      return super.decide(view, turn).stream().map(MutantChunks.this::changed).toList();
    }

    @Override
    public List<Step<ChunksState, ChunksFact>> fire(ChunksState view, Deadline deadline) {
      return super.fire(view, deadline).stream().map(MutantChunks.this::changed).toList();
    }

    @Override
    public Deadline nextDeadline(ChunksState view, Deadline after) {
      Deadline next = super.nextDeadline(view, after);
      Deadline second = next == null ? null : super.nextDeadline(view, next);
      boolean isTie = second != null && second.atMillis() == next.atMillis();
      boolean isLater = isTie && second.kind().equals(ChunksDeadlineKind.PLACE);
      return MutantChunks.this == PLACES_FIRST && isLater ? second : next;
    }
  }
}
