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

  /** Chunks that it removes and adds again: such a one gets another size. */
  private final Set<String> resized = new HashSet<>();

  /** The blocks of chunks that it removes, and of those that it adds. */
  private final Set<Blocks> gone = new HashSet<>();

  private final Ranges came = new Ranges();
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
      routine.refused = Math.max(1, listing.added().size() + listing.removed().size());
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
    Set<String> again = new HashSet<>();
    listing.added().forEach(chunk -> again.add(chunk.chunk()));
    for (String chunk : listing.removed()) {
      if (again.contains(chunk) && bytes(chunk) != ChunkRow.NONE) {
        resized.add(chunk); // goes when the other size can come
      } else if (bytes(chunk) == ChunkRow.NONE) {
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
    Blocks blocks = Blocks.told(chunk);
    if (blocks != null) {
      gone.add(blocks);
    }
  }

  private void add(Added chunk) {
    String wrong = Names.wrong("chunk", chunk.chunk());
    if (wrong != null) {
      refuse(chunk.chunk(), Refusal.INVALID_ARGUMENT, wrong);
      return;
    }
    String reversed = Blocks.wrong(chunk.chunk());
    if (reversed != null) {
      refuse(chunk.chunk(), Refusal.OUT_OF_RANGE, reversed);
      return;
    }
    if (chunk.bytes() < 1 || chunk.bytes() > BYTES_MAX) {
      String detail = "bytes is " + chunk.bytes() + ": from 1 to " + BYTES_MAX;
      refuse(chunk.chunk(), Refusal.OUT_OF_RANGE, detail);
      return;
    }
    long known = bytes(chunk.chunk());
    boolean resizes = mayResize(chunk.chunk()) && known != ChunkRow.NONE;
    if (known == chunk.bytes()) {
      said.put(chunk.chunk(), known);
      unchanged++;
    } else if (known != ChunkRow.NONE && !resizes) {
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
    } else if (resizes || fitsIn(chunk.chunk())) {
      said.put(chunk.chunk(), chunk.bytes());
      added++;
      removed += resizes ? 1 : 0;
    }
  }

  /** Once: what the listing itself says twice has to be the same. */
  private boolean mayResize(String chunk) {
    return (listing.whole() || resized.contains(chunk)) && !said.containsKey(chunk);
  }

  /** Whether no other chunk has a block of it; then these are its blocks. */
  private boolean fitsIn(String chunk) {
    Blocks blocks = Blocks.told(chunk);
    if (blocks == null) {
      return true;
    }
    Blocks other = came.overlap(blocks, one -> true);
    if (other == null) {
      Ranges ranges = view.dataset(listing.dataset()).ranges();
      other = ranges.overlap(blocks, one -> !gone.contains(one));
    }
    if (other == null) {
      came.add(blocks);
      return true;
    }
    String detail =
        "blocks "
            + blocks.first()
            + " to "
            + blocks.last()
            + " overlap with "
            + other.first()
            + " to "
            + other.last()
            + " of another chunk: remove that one in the same listing";
    refuse(chunk, Refusal.OVERLAP, detail);
    return false;
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
