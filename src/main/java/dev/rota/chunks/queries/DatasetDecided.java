package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.FutureChunkList;
import dev.rota.chunks.model.ListingFact;
import dev.rota.chunks.model.ListingFact.Listed;
import dev.rota.chunks.model.ListingFact.ListingComplete;
import dev.rota.chunks.model.ListingFact.ListingOver;
import dev.rota.chunks.model.ListingFact.NothingTaken;
import dev.rota.chunks.model.ListingFact.PartTaken;
import dev.rota.chunks.model.ListingFact.Swept;
import dev.rota.chunks.model.ListingResult;
import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.model.NetworkFact.Gathering;
import dev.rota.chunks.model.NetworkFact.GenerationMade;
import dev.rota.chunks.model.NetworkFact.GenerationRefused;
import dev.rota.chunks.model.NetworkFact.PolicyRefused;
import dev.rota.chunks.model.NetworkFact.PolicySet;
import dev.rota.chunks.model.NetworkFact.Share;
import dev.rota.chunks.model.NetworkFact.SnapshotKept;
import dev.rota.chunks.model.NetworkFact.SnapshotWithdrawn;
import dev.rota.chunks.model.NetworkFact.Tried;
import dev.rota.chunks.model.NodeFact;
import dev.rota.chunks.rules.FactorRise;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.kernel.domain.PluralText;
import dev.rota.kernel.domain.Why.Reason;
import java.util.ArrayList;
import java.util.List;

/** What a fact decides about a dataset: its chunks, its weights, the copies of each. */
final class DatasetDecided {
  private DatasetDecided() {}

  /** Returns null if the fact decides nothing about it. */
  static Reason of(String dataset, ChunksState before, ChunksFact fact) {
    return switch (fact) {
      case ListingFact listing -> listing(dataset, before, listing);
      case GenerationMade f -> made(dataset, before, f);
      case GenerationRefused f -> {
        boolean names = f.chunk() != null && f.chunk().dataset().equals(dataset);
        String what = "generation " + (f.generation() + 1) + " is refused, " + f.reason() + ": ";
        yield names || before.pending().size(dataset) > 0
            ? new Reason(what + f.detail() + ReasonWording.risen(FactorRise.of(before)), f.rule())
            : null;
      }
      case PolicySet f ->
          isNamed(dataset, before, f.policy()) ? set(dataset, before.policy(), f.policy()) : null;
      case PolicyRefused _, Gathering _, Tried _ -> null;
      case Assigned _, SnapshotKept _, SnapshotWithdrawn _ -> null;
      case NodeFact _ -> null;
    };
  }

  private static boolean isNamed(String dataset, ChunksState before, NetworkPolicy policy) {
    return before.datasets().containsKey(dataset)
        || policy.weights().containsKey(dataset)
        || policy.segments().containsKey(dataset);
  }

  private static Reason listing(String dataset, ChunksState before, ListingFact fact) {
    return switch (fact) {
      case ListingComplete f when before.claimed(f.listing()).contains(dataset) ->
          complete(dataset, before.coming(dataset), f);
      case ListingOver f when before.claimed(f.listing()).contains(dataset) -> {
        ListingResult told = f.told();
        String what = "listing " + f.listing() + " is " + told.kind() + " and counts for nothing: ";
        yield new Reason(what + told.detail(), "chunks 1");
      }
      case PartTaken f when f.dataset().equals(dataset) -> part(dataset, f);
      case Listed _, PartTaken _, ListingComplete _, ListingOver _, NothingTaken _, Swept _ ->
          told(dataset, fact.told());
    };
  }

  private static Reason told(String dataset, ListingResult told) {
    if (told == null || !told.dataset().equals(dataset)) {
      return null;
    }
    String what =
        ListingWords.record(told)
            + " is "
            + told.kind()
            + ": "
            + (told.detail() == null ? ListingWords.tally(told.tally()) : told.detail())
            + ListingWords.due(told.generationAt());
    return new Reason(what, "chunks 1", ListingWords.refusals(dataset, told.tally()));
  }

  private static Reason part(String dataset, PartTaken f) {
    String what =
        "listing "
            + f.listing()
            + " names "
            + PluralText.of(f.named().size(), "chunk")
            + " of it: "
            + ListingWords.came(f.row().received(), f.row().parts());
    return f.told() == null
        ? new Reason(what, "chunks 1")
        : new Reason(what, "chunks 1", ListingWords.refusals(dataset, f.told().tally()));
  }

  private static Reason complete(String dataset, FutureChunkList coming, ListingComplete f) {
    String what =
        "listing "
            + f.listing()
            + " is complete and changes "
            + PluralText.of(coming.changes().size(), "chunk")
            + (coming.isWhole() ? ", drops what it does not name" : "")
            + "; the dataset has "
            + coming.list().chunks()
            + " now"
            + ListingWords.due(f.told().generationAt());
    return f.told().dataset().equals(dataset)
        ? new Reason(what, "chunks 1", ListingWords.refusals(dataset, f.told().tally()))
        : new Reason(what, "chunks 1");
  }

  /** A generation that changes neither its chunks nor their factors decides nothing. */
  private static Reason made(String dataset, ChunksState before, GenerationMade f) {
    boolean news = before.pending().size(dataset) > 0;
    List<String> told = new ArrayList<>();
    for (Share share : f.census().shares()) {
      if (share.dataset().equals(dataset)) {
        Integer was = before.replication().get(share.weight());
        boolean moved = was == null || was != share.factor();
        news |= moved;
        told.add(told(share, moved ? was : null));
      }
    }
    String what = told.isEmpty() ? "no chunk of it any more" : String.join("; ", told);
    return news ? new Reason("generation " + f.generation() + ": " + what, "chunks 4") : null;
  }

  private static String told(Share share, Integer was) {
    return "weight "
        + share.weight()
        + " has "
        + PluralText.of(share.chunks(), "chunk")
        + " with the factor "
        + share.factor()
        + (was == null ? "" : ", " + was + " before")
        + (share.detail() == null ? "" : ", " + share.wanted() + " wanted: " + share.detail());
  }

  private static Reason set(String dataset, NetworkPolicy was, NetworkPolicy is) {
    List<String> changes = PolicyWords.changed(was, is);
    if (!is.segmentsOf(dataset).equals(was.segmentsOf(dataset))) {
      String before = PolicyWords.of(was.segmentsOf(dataset));
      changes.add(0, PolicyWords.of(is.segmentsOf(dataset)) + ", " + before + " before");
    }
    return changes.isEmpty()
        ? null
        : new Reason("the policy sets " + String.join("; ", changes), "chunks 1");
  }
}
