package dev.rota.chunks;

import dev.rota.chunks.ChunksInput.Added;
import dev.rota.chunks.ChunksInput.Listing;
import dev.rota.chunks.ListingFact.Listed;
import dev.rota.chunks.ListingFact.Now;
import dev.rota.chunks.ListingFact.Refused;
import dev.rota.domain.Names;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A listing: what can be taken is, and the rest is told why not (rule 1). */
final class ListingRoutine {
  /** A chunk's size fits four bytes. */
  private static final long BYTES_MAX = 0xffff_ffffL;

  private static final int REFUSALS_TOLD = 100;

  private final ChunksView view;
  private final Listing listing;

  /** What the listing says so far, by chunk: bytes or {@link ChunkRow#NONE}. */
  private final Map<String, Long> said = new LinkedHashMap<>();

  /** What was listed before, by chunk: a row is read once. */
  private final Map<String, Long> was = new HashMap<>();

  private final List<Refused> refusals = new ArrayList<>();
  private int refused;
  private int added;
  private int removed;
  private int unchanged;

  private ListingRoutine(ChunksView view, Listing listing) {
    this.view = view;
    this.listing = listing;
  }

  static Listed fact(ChunksView view, Listing listing, long nowMillis) {
    ListingRoutine routine = new ListingRoutine(view, listing);
    String wrong = Names.wrong("dataset", listing.dataset());
    if (wrong == null) {
      routine.take();
    } else {
      routine.refused = listing.added().size() + listing.removed().size();
      routine.refusals.add(new Refused("", Refusal.INVALID_ARGUMENT, wrong));
    }
    return routine.listed(nowMillis);
  }

  private void take() {
    if (listing.whole()) {
      Set<String> named = new HashSet<>();
      listing.added().forEach(chunk -> named.add(chunk.chunk()));
      for (String chunk : view.listed(listing.dataset()).keySet()) {
        if (!named.contains(chunk)) {
          drop(chunk);
        }
      }
    }
    for (String chunk : listing.removed()) {
      if (bytes(chunk) == ChunkRow.NONE) {
        refuse(chunk, Refusal.NOT_FOUND, "it is not listed: there is nothing to remove");
      } else {
        drop(chunk);
      }
    }
    listing.added().forEach(this::add);
  }

  private long bytes(String chunk) {
    Long now = said.get(chunk);
    return now != null ? now : listedBytes(chunk);
  }

  private long listedBytes(String chunk) {
    return was.computeIfAbsent(
        chunk, id -> view.chunk(new ChunkName(listing.dataset(), id)).listed());
  }

  private void drop(String chunk) {
    said.put(chunk, ChunkRow.NONE);
    removed++;
  }

  private void add(Added chunk) {
    String wrong = Names.wrong("chunk", chunk.chunk());
    if (wrong != null) {
      refuse(chunk.chunk(), Refusal.INVALID_ARGUMENT, wrong);
      return;
    }
    if (chunk.bytes() < 1 || chunk.bytes() > BYTES_MAX) {
      String detail = "bytes is " + chunk.bytes() + ": from 1 to " + BYTES_MAX;
      refuse(chunk.chunk(), Refusal.OUT_OF_RANGE, detail);
      return;
    }
    long known = bytes(chunk.chunk());
    if (known == chunk.bytes()) {
      unchanged++;
    } else if (known != ChunkRow.NONE) {
      String detail =
          "it is listed with "
              + known
              + " bytes, not "
              + chunk.bytes()
              + ": to give it another size, remove it in the same listing";
      refuse(chunk.chunk(), Refusal.CONFLICT, detail);
    } else if (view.nodes().largest() != null && chunk.bytes() > view.nodes().largest()) {
      String detail =
          "bytes is "
              + chunk.bytes()
              + ", and no worker may hold more than "
              + view.nodes().largest();
      refuse(chunk.chunk(), Refusal.TOO_LARGE, detail);
    } else {
      said.put(chunk.chunk(), chunk.bytes());
      added++;
    }
  }

  private void refuse(String chunk, Refusal reason, String detail) {
    refused++;
    if (refusals.size() < REFUSALS_TOLD) {
      refusals.add(new Refused(chunk, reason, detail));
    }
  }

  private Listed listed(long nowMillis) {
    Dataset dataset = view.dataset(listing.dataset());
    long chunks = dataset.chunks();
    long bytes = dataset.bytes();
    List<Now> changes = new ArrayList<>(said.size());
    for (Map.Entry<String, Long> now : said.entrySet()) {
      long before = listedBytes(now.getKey());
      long after = now.getValue();
      if (before != after) {
        changes.add(new Now(now.getKey(), after));
        chunks += (after == ChunkRow.NONE ? 0 : 1) - (before == ChunkRow.NONE ? 0 : 1);
        bytes += Math.max(0, after) - Math.max(0, before);
      }
    }
    Standing standing = view.standing();
    Window window = standing.window();
    return new Listed(
        listing.dataset(),
        changes,
        added,
        removed,
        unchanged,
        refused,
        List.copyOf(refusals),
        chunks,
        bytes,
        changes.isEmpty() ? window : window.listed(view.policy(), nowMillis),
        standing.generation(),
        nowMillis);
  }
}
