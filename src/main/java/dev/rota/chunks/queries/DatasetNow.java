package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.Dataset;
import dev.rota.chunks.model.FutureChunkList;
import dev.rota.chunks.model.ListingIndex;
import dev.rota.chunks.model.ListingRow;
import dev.rota.chunks.rules.FactorShortfall;
import dev.rota.kernel.domain.PluralText;
import dev.rota.kernel.domain.Why.Reason;
import java.util.Optional;

/** Why a dataset has so many chunks, and why each has so many copies. */
final class DatasetNow {
  private final ChunksState state;
  private final String name;
  private final long pending;

  private DatasetNow(ChunksState state, String name) {
    this.state = state;
    this.name = name;
    this.pending = state.pending().size(name);
  }

  /** A dataset is known while a chunk of it is listed, placed, or named by an open listing. */
  static Optional<Reason> of(String name, ChunksState state, long atMillis) {
    DatasetNow now = new DatasetNow(state, name);
    boolean known =
        state.datasets().containsKey(name) || state.coming(name) != null || now.pending > 0;
    return known ? Optional.of(now.reason(atMillis)) : Optional.empty();
  }

  private Reason reason(long atMillis) {
    Dataset dataset = state.dataset(name);
    StringBuilder what = new StringBuilder();
    what.append("has ")
        .append(PluralText.of(dataset.chunks(), "chunk"))
        .append(" listed, ")
        .append(PluralText.of(dataset.bytes(), "byte"));
    if (dataset.excluded() > 0) {
      what.append(", ").append(dataset.excluded()).append(" of them before its first segment");
    }
    dataset.shares().forEach((weight, share) -> what.append(share(weight, share)));
    if (pending > 0) {
      what.append("; ").append(pending).append(" of its chunks wait: ");
      what.append(NextGeneration.told(state, atMillis));
    }
    what.append(coming());
    String rule = pending > 0 ? "chunks 7" : dataset.chunks() == 0 ? "chunks 1" : "chunks 4";
    return new Reason(what.toString(), rule);
  }

  private String share(int weight, Dataset.Share share) {
    Integer factor = state.replication().get(weight);
    String chunks = "; weight " + weight + ": " + PluralText.of(share.chunks(), "chunk");
    if (factor == null) {
      return chunks + ", in no generation yet";
    }
    FactorShortfall limit = FactorShortfall.of(state, weight, factor);
    return chunks
        + " with the factor "
        + factor
        + (limit.detail() == null
            ? ", as the budget pays for"
            : ", " + limit.wanted() + " wanted: " + limit.detail());
  }

  private String coming() {
    FutureChunkList coming = state.coming(name);
    if (coming == null) {
      return "";
    }
    ListingRow row = state.listings().get(coming.listing());
    return "; the open listing "
        + coming.listing()
        + (coming.isWhole() ? " replaces them: " : " changes them: ")
        + row.received()
        + " of "
        + (row.parts() == null ? "?" : row.parts())
        + " parts came, it expires at "
        + ReasonWording.time(ListingIndex.endsAt(row, state.policy()))
        + " unless another comes";
  }
}
