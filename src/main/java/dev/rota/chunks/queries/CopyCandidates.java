package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.placement.CopyRefusal;
import dev.rota.chunks.placement.CopyRefusal.HoldsAnother;
import dev.rota.chunks.placement.CopyRefusal.NoRoom;
import dev.rota.chunks.placement.CopyRefusal.NotReliable;
import dev.rota.chunks.placement.CopyRefusal.OldVersion;
import dev.rota.chunks.placement.Placement.Offer;
import dev.rota.chunks.placement.Placement.Walk;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Thing;
import java.util.ArrayList;
import java.util.List;

/** The workers that a placed chunk's copies came to, and what each made of them (rules 3, 5, 6). */
final class CopyCandidates {
  private final ChunksView view;
  private final List<Walk> walks;

  private CopyCandidates(ChunksView view, List<Walk> walks) {
    this.view = view;
    this.walks = walks;
  }

  /** Returns those that hold a copy first, then those that each copy passed, in its order. */
  static List<Candidate> of(ChunksView view, List<Walk> walks) {
    CopyCandidates copies = new CopyCandidates(view, walks);
    List<Candidate> all = new ArrayList<>();
    copies.walks.stream().filter(Walk::counts).forEach(walk -> all.add(taker(walk)));
    copies.walks.forEach(walk -> copies.passed(walk, all));
    return all;
  }

  private static Candidate taker(Walk walk) {
    return candidate(
        walk.taker(),
        true,
        copy(walk)
            + " starts on ring "
            + walk.ring()
            + " at "
            + ReasonWording.position(walk.position())
            + ": worker "
            + walk.offers().size()
            + " from there is the first that may hold it",
        walk.wide() ? "chunks 6" : "chunks 5");
  }

  private void passed(Walk walk, List<Candidate> into) {
    if (walk.taker() != null && !walk.counts()) {
      String thrown = " comes to it, and a reliable worker holds what the first pass gives it";
      into.add(candidate(walk.taker(), false, copy(walk) + thrown, "chunks 6"));
      return;
    }
    for (Offer offer : walk.offers()) {
      if (offer.refusal() != null) {
        String why = because(offer.refusal(), offer.worker(), view, "at its turn");
        into.add(
            candidate(
                offer.worker(), false, copy(walk) + " passes it: " + why, rule(offer.refusal())));
      }
    }
  }

  /**
   * Says why a worker gets no copy.
   *
   * @param when its room was looked at
   */
  static String because(CopyRefusal refusal, PlacementWorker worker, ChunksView view, String when) {
    return switch (refusal) {
      case NoRoom full -> room(full, when);
      case HoldsAnother other -> "it holds copy " + (other.tag() + 1) + " of the chunk";
      case OldVersion old -> {
        String said = old.version() == null ? "no version" : "version " + old.version();
        yield "it says " + said + ", and the segment asks for " + old.least();
      }
      case NotReliable _ -> unreliable(view, worker) + ", and the first pass is over reliable ones";
    };
  }

  static String room(NoRoom room, String when) {
    return room.load()
        + " of "
        + room.capacity()
        + " bytes are taken "
        + when
        + ", and the chunk has "
        + room.bytes();
  }

  static String rule(CopyRefusal refusal) {
    return refusal instanceof NotReliable ? "chunks 6" : "chunks 5";
  }

  /** A worker may have become reliable since the generation was made. */
  private static String unreliable(ChunksView view, PlacementWorker worker) {
    WorkerNode node = view.nodes().get(worker.id().toString());
    return node == null || !node.isThere() || node.isReliable()
        ? "it was not reliable when the generation was made"
        : "it is " + node.status() + ", " + node.reason();
  }

  static String copy(Walk walk) {
    return "copy " + (walk.tag() + 1) + (walk.wide() ? " of the pass over all workers" : "");
  }

  static Candidate candidate(PlacementWorker worker, boolean chosen, String why, String rule) {
    return new Candidate(new Thing("worker", worker.id().toString()), chosen, why, rule);
  }
}
