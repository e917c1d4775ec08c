package dev.rota.chunks.queries;

import dev.rota.chunks.model.ListingFact.Refused;
import dev.rota.chunks.model.ListingResult;
import dev.rota.chunks.model.ListingResult.Progress;
import dev.rota.chunks.model.ListingTally;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Thing;
import java.util.ArrayList;
import java.util.List;

/** What a record of a listing did, in words (rule 1). */
final class ListingWords {
  private ListingWords() {}

  /** Returns the record's name: a listing of one record has no id. */
  static String record(ListingResult told) {
    Progress progress = told.progress();
    if (progress == null) {
      return "a listing";
    }
    return progress.part() == null
        ? "listing " + progress.listing()
        : "part " + progress.part() + " of listing " + progress.listing();
  }

  static String came(int received, Integer parts) {
    return received + " of " + (parts == null ? "?" : parts) + " parts came";
  }

  static String tally(ListingTally tally) {
    return "adds "
        + tally.added()
        + ", removes "
        + tally.removed()
        + ", leaves "
        + tally.unchanged()
        + " as listed, is refused for "
        + tally.refused();
  }

  static String due(Long generationAt) {
    return generationAt == null
        ? ""
        : "; a generation is due at " + ReasonWording.time(generationAt);
  }

  static String told(Refused refused) {
    return refused.reason() + ", " + refused.detail();
  }

  /** Returns the refused chunks; a record that is refused as a whole names none. */
  static List<Candidate> refusals(String dataset, ListingTally tally) {
    List<Candidate> all = new ArrayList<>();
    for (Refused one : tally.refusals()) {
      String id = one.chunk().isEmpty() ? dataset : ChunkId.of(dataset, one.chunk());
      Thing thing = new Thing(one.chunk().isEmpty() ? "dataset" : "chunk", id);
      all.add(new Candidate(thing, false, told(one), "chunks 1"));
    }
    return all;
  }
}
