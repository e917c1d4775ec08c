package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunkRow;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.FutureChunkList;
import dev.rota.chunks.model.ListingFact;
import dev.rota.chunks.model.ListingFact.Listed;
import dev.rota.chunks.model.ListingFact.ListingComplete;
import dev.rota.chunks.model.ListingFact.ListingOver;
import dev.rota.chunks.model.ListingFact.NothingTaken;
import dev.rota.chunks.model.ListingFact.Now;
import dev.rota.chunks.model.ListingFact.PartTaken;
import dev.rota.chunks.model.ListingFact.Refused;
import dev.rota.chunks.model.ListingFact.Swept;
import dev.rota.chunks.model.ListingKind;
import dev.rota.chunks.model.ListingResult;
import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.model.NetworkFact.Gathering;
import dev.rota.chunks.model.NetworkFact.GenerationMade;
import dev.rota.chunks.model.NetworkFact.GenerationRefused;
import dev.rota.chunks.model.NetworkFact.PolicyRefused;
import dev.rota.chunks.model.NetworkFact.PolicySet;
import dev.rota.chunks.model.NetworkFact.SnapshotKept;
import dev.rota.chunks.model.NetworkFact.SnapshotWithdrawn;
import dev.rota.chunks.model.NetworkFact.Tried;
import dev.rota.chunks.model.NodeFact;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.rules.FactorRise;
import dev.rota.kernel.domain.Why.Reason;
import java.util.List;

/** What a fact decides about a chunk: mostly nothing, which a look at the dataset's name tells. */
final class ChunkDecided {
  private ChunkDecided() {}

  /** Returns null if the fact decides nothing about it. */
  static Reason of(ChunkId id, ChunksState before, ChunksFact fact) {
    return switch (fact) {
      case GenerationMade made -> ChunkMoves.of(id, before, made);
      case GenerationRefused refused -> ChunkRefused.of(id, before, refused);
      case PolicySet set -> ChunkPolicyChange.of(id, before, set.policy());
      case ListingFact listing -> {
        Reason change = listing(id, before, listing);
        yield change == null ? refused(id, listing.told()) : change;
      }
      case PolicyRefused _, Gathering _, Tried _ -> null;
      case Assigned _, SnapshotKept _, SnapshotWithdrawn _ -> null;
      case NodeFact _ -> null;
    };
  }

  private static Reason listing(ChunkId id, ChunksState before, ListingFact fact) {
    return switch (fact) {
      case Listed f when id.in(f.told().dataset()) != null ->
          listed(new ChunkName(f.told().dataset(), id.in(f.told().dataset())), before, f);
      case PartTaken f when id.in(f.dataset()) != null -> named(id.in(f.dataset()), f);
      case ListingComplete f -> ended(id, before, f.listing(), f.told(), "is complete");
      case ListingOver f when f.told() != null ->
          ended(id, before, f.listing(), f.told(), "is " + f.told().kind());
      case Listed _, PartTaken _, ListingOver _, NothingTaken _, Swept _ -> null;
    };
  }

  private static Reason refused(ChunkId id, ListingResult told) {
    String chunk = told == null ? null : id.in(told.dataset());
    for (Refused one : chunk == null ? List.<Refused>of() : told.tally().refusals()) {
      if (one.chunk().equals(chunk)) {
        String what = ListingWords.record(told) + " is refused for it: " + ListingWords.told(one);
        return new Reason(what, "chunks 1");
      }
    }
    return null;
  }

  private static Reason listed(ChunkName name, ChunksState before, Listed fact) {
    String due = ListingWords.due(fact.told().generationAt());
    for (Now now : fact.changes()) {
      if (now.chunk().equals(name.id())) {
        String change = change(before.chunk(name).listed(), now.bytes());
        return new Reason("a listing " + change + due, "chunks 1");
      }
    }
    return fact.whole() && before.chunk(name).listed() != ChunkRow.NONE
        ? new Reason("a listing replaces its dataset and does not name it" + due, "chunks 1")
        : null;
  }

  private static String change(long was, long is) {
    if (is == ChunkRow.NONE) {
      return "removes it";
    }
    if (was == is) {
      return "names it again, with the same " + is + " bytes";
    }
    return was == ChunkRow.NONE
        ? "adds it with " + is + " bytes"
        : "gives it " + is + " bytes, " + was + " before";
  }

  private static Reason named(String chunk, PartTaken fact) {
    for (Now now : fact.named()) {
      if (now.chunk().equals(chunk)) {
        String says = now.bytes() == ChunkRow.NONE ? "removes it" : "has it with " + now.bytes();
        String bytes = now.bytes() == ChunkRow.NONE ? "" : " bytes";
        String came = ListingWords.came(fact.row().received(), fact.row().parts());
        String what = "listing " + fact.listing() + " " + says + bytes + " once it is complete: ";
        return new Reason(what + came, "chunks 1");
      }
    }
    return null;
  }

  private static Reason ended(
      ChunkId id, ChunksState before, String listing, ListingResult told, String end) {
    for (String dataset : before.claimed(listing)) {
      String chunk = id.in(dataset);
      FutureChunkList coming = chunk == null ? null : before.coming(dataset);
      ChunkRow row = chunk == null ? null : before.chunk(new ChunkName(dataset, chunk));
      if (coming != null && coming.alters(row)) {
        String change = change(row.listed(), coming.toCome(row));
        boolean counts = told.kind() == ListingKind.LISTED;
        String what = "listing " + listing + " " + end;
        String then =
            counts
                ? " and " + change + ListingWords.due(told.generationAt())
                : ", so that it no longer " + change;
        return new Reason(what + then, "chunks 1");
      }
    }
    return null;
  }

  /** What a refused generation means for a chunk that found no place, or that waited for it. */
  private static final class ChunkRefused {
    private ChunkRefused() {}

    static Reason of(ChunkId id, ChunksState before, GenerationRefused fact) {
      ChunkName name = id.known(before);
      boolean names = id.is(fact.chunk());
      if (name == null || !names && !before.chunk(name).isPending(fact.generation())) {
        return null;
      }
      String what =
          "generation "
              + (fact.generation() + 1)
              + (names ? " is refused for want of a place for it, " : " is refused, so it waits, ")
              + fact.reason()
              + ": "
              + fact.detail()
              + ReasonWording.risen(FactorRise.of(before));
      return new Reason(what, fact.rule(), RoomCandidates.of(before, name));
    }
  }
}
