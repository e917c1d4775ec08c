package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.ListingFact.ListingOver;
import dev.rota.chunks.model.ListingIndex;
import dev.rota.chunks.model.ListingKind;
import dev.rota.chunks.model.ListingResult;
import dev.rota.chunks.model.ListingResult.Progress;
import dev.rota.chunks.model.ListingRow;
import dev.rota.chunks.model.ListingTally;
import java.util.List;

/** Ends a listing of many records (rule 1). An incomplete listing changes nothing. */
final class ListingEnds {
  private ListingEnds() {}

  /** Ends a listing that received no part in time, or forgets a complete one. */
  static ChunksFact expired(ChunksView view, String id, long nowMillis) {
    ListingRow row = view.listings().get(id);
    if (row.complete()) {
      return new ListingOver(null, id, nowMillis);
    }
    String detail =
        "no part came for more than "
            + view.policy().gathering().listingTimeout()
            + " ms, "
            + came(row)
            + ": send all of it again";
    return over(view, id, ListingKind.EXPIRED, detail, nowMillis);
  }

  /** Ends all listings that have timed out by the current policy. */
  static List<ChunksFact> overdue(ChunksView view, long nowMillis) {
    return view.listings().all().entrySet().stream()
        .filter(one -> ListingIndex.endsAt(one.getValue(), view.policy()) <= nowMillis)
        .map(one -> expired(view, one.getKey(), nowMillis))
        .toList();
  }

  /** Ends a listing because another one takes one of its datasets. */
  static ChunksFact replaced(ChunksView view, String id, String dataset, long nowMillis) {
    ListingRow row = view.listings().get(id);
    String detail = "another listing names its dataset " + dataset + ", " + came(row);
    return over(view, id, ListingKind.REPLACED, detail, nowMillis);
  }

  /** Ends a listing at the sender's request. */
  static ChunksFact aborted(ChunksView view, String id, long nowMillis) {
    return over(view, id, ListingKind.ABORTED, came(view.listings().get(id)), nowMillis);
  }

  private static String came(ListingRow row) {
    return row.received() + " of " + (row.parts() == null ? "?" : row.parts()) + " parts came";
  }

  private static ListingOver over(
      ChunksView view, String id, ListingKind kind, String detail, long nowMillis) {
    ListingRow row = view.listings().get(id);
    Progress progress = new Progress(id, null, row.parts(), row.received(), row.missing(), null);
    return new ListingOver(
        ListingResult.of(view, row.dataset(), kind, ListingTally.NOTHING, progress, detail),
        id,
        nowMillis);
  }
}
