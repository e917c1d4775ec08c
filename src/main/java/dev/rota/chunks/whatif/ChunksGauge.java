package dev.rota.chunks.whatif;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ListingFact.Listed;
import dev.rota.chunks.model.ListingFact.ListingComplete;
import dev.rota.chunks.model.ListingFact.ListingOver;
import dev.rota.chunks.model.ListingFact.NothingTaken;
import dev.rota.chunks.model.ListingFact.PartTaken;
import dev.rota.chunks.model.ListingFact.Swept;
import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.model.NetworkFact.Gathering;
import dev.rota.chunks.model.NetworkFact.GenerationMade;
import dev.rota.chunks.model.NetworkFact.GenerationRefused;
import dev.rota.chunks.model.NetworkFact.Part;
import dev.rota.chunks.model.NetworkFact.PolicyRefused;
import dev.rota.chunks.model.NetworkFact.PolicySet;
import dev.rota.chunks.model.NetworkFact.Share;
import dev.rota.chunks.model.NetworkFact.SnapshotKept;
import dev.rota.chunks.model.NetworkFact.SnapshotWithdrawn;
import dev.rota.chunks.model.NetworkFact.Tried;
import dev.rota.chunks.model.NodeFact;
import dev.rota.kernel.domain.measures.FigureGoal;
import dev.rota.kernel.domain.measures.HistoryGauge;
import dev.rota.kernel.domain.measures.LaneMeasures;
import java.util.List;

/** Measures a network: what generations move, and what they hold. Tenants are datasets. */
final class ChunksGauge implements HistoryGauge<ChunksFact> {
  private static final String WAITED = "from a change to its generation";
  private static final String COPIES = "copies of a chunk, by generation";
  private static final String NOT_LISTED = "chunks refused";
  private static final String GENERATIONS = "generations";
  private static final String REFUSED = "generations refused";
  private static final String MOVED_BYTES = "bytes moved";
  private static final String MOVED = "copies moved";
  private static final String DROPPED = "copies dropped";
  private static final String UNPLACED = "copies without a place";
  private static final String FEWEST = "fewest copies of a chunk";
  private static final String USED = "assigned bytes";
  private static final String IDLE = "free bytes";
  private static final String MOST = "bytes of the fullest worker";
  private static final String LEAST = "bytes of the emptiest worker";

  private final LaneMeasures to;
  private long changed = -1;

  ChunksGauge(LaneMeasures to) {
    this.to = to;
    to.counts(NOT_LISTED, GENERATIONS, REFUSED, MOVED_BYTES, MOVED, DROPPED, UNPLACED);
    to.samples("ms", WAITED);
    to.samples("copies", COPIES);
    to.levels(FEWEST, USED, IDLE, MOST, LEAST);
    to.goal(FigureGoal.LESS, WAITED, NOT_LISTED, REFUSED, MOVED_BYTES, MOVED, UNPLACED);
    to.goal(FigureGoal.MORE, COPIES, FEWEST);
  }

  @Override
  public void see(List<ChunksFact> facts, long atMillis) {
    facts.forEach(this::see);
  }

  private void see(ChunksFact fact) {
    long at = fact.atMillis();
    switch (fact) {
      case Gathering gathering -> {
        boolean begins = gathering.window().isOpen() && changed < 0;
        changed = begins ? at : changed;
      }
      case GenerationMade made -> made(made);
      case Listed listed -> to.count(NOT_LISTED, listed.told().tally().refused(), at);
      case GenerationRefused _ -> {
        to.count(REFUSED, 1, at);
        changed = -1;
      }
      case PartTaken _, NothingTaken _, ListingComplete _, ListingOver _, Swept _ -> {}
      case PolicySet _, PolicyRefused _, Tried _ -> {}
      case Assigned _, SnapshotKept _, SnapshotWithdrawn _ -> {}
      case NodeFact _ -> {}
    }
  }

  private void made(GenerationMade made) {
    long at = made.atMillis();
    to.count(GENERATIONS, 1, at);
    to.count(MOVED_BYTES, made.moved().bytes(), at);
    to.count(MOVED, made.moved().copies(), at);
    to.count(DROPPED, made.moved().dropped(), at);
    to.count(UNPLACED, made.unplaced(), at);
    if (changed >= 0) {
      to.sample(WAITED, "all", at - changed, at);
      changed = -1;
    }
    for (Share share : made.census().shares()) {
      to.sample(COPIES, share.dataset(), share.factor(), at);
    }
    to.level(FEWEST, made.census().shares().stream().mapToLong(Share::factor).min().orElse(0), at);
    long used = made.census().parts().stream().mapToLong(Part::bytes).sum();
    long counted = made.census().parts().stream().mapToLong(Part::counted).sum();
    to.level(USED, used, at);
    to.level(IDLE, Math.max(0, counted - used), at);
    to.level(MOST, made.census().parts().stream().mapToLong(Part::bytes).max().orElse(0), at);
    to.level(LEAST, made.census().parts().stream().mapToLong(Part::bytes).min().orElse(0), at);
  }
}
