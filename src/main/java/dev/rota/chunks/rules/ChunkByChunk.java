package dev.rota.chunks.rules;

import dev.rota.chunks.model.BlockRange;
import dev.rota.chunks.model.BlockRangeList;
import dev.rota.chunks.model.ChunkRow;
import dev.rota.chunks.model.ChunksInput.Added;
import dev.rota.chunks.model.ChunksInput.Listing;
import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.FutureChunkList;
import dev.rota.chunks.model.ListingFact.ListingFault;
import dev.rota.chunks.model.ListingFact.Refused;
import dev.rota.chunks.model.ListingTally;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.kernel.domain.NameCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides a record of a listing chunk by chunk (rule 1). Valid chunks are taken, others are refused
 * with a reason. Removals come first.
 */
final class ChunkByChunk {
  /** A chunk's size fits four bytes. */
  private static final long BYTES_MAX = 0xffff_ffffL;

  private static final int REFUSALS_TOLD = 100;
  private static final String HERE = ": remove that one in the same listing";

  private final ChunksView view;
  private final Listing record;

  /** Rows before the record, each read once. */
  private final Map<String, ChunkRow> rows = new HashMap<>();

  /** The list that the record changes. */
  private final ListDraft list;

  /** The list of an open listing, if it differs: taken chunks must fit there too. */
  private final ListDraft other;

  /** Chunks that may change size: those that the record also removes, and those that it keeps. */
  private final Set<String> loose = new HashSet<>();

  private final List<Refused> refusals = new ArrayList<>();
  private long refused;
  private long added;
  private long removed;
  private long unchanged;

  private ChunkByChunk(ChunksView view, Listing record, boolean part) {
    this.view = view;
    this.record = record;
    FutureChunkList coming = view.coming(record.dataset());
    ListDraft toCome = coming == null ? null : toCome(coming);
    if (part && toCome != null) {
      list = toCome;
    } else {
      BlockRangeList listed = view.dataset(record.dataset()).ranges();
      list =
          record.whole() ? ListDraft.empty() : new ListDraft(chunk -> row(chunk).listed(), listed);
    }
    other = part || record.whole() ? null : toCome;
  }

  /**
   * Decides a record.
   *
   * @param part true to change the list of the open listing, false to change the current list
   */
  static ChunkByChunk of(ChunksView view, Listing record, boolean part) {
    ChunkByChunk decided = new ChunkByChunk(view, record, part);
    decided.take();
    return decided;
  }

  private ListDraft toCome(FutureChunkList coming) {
    return new ListDraft(chunk -> coming.toCome(row(chunk)), coming.list().ranges());
  }

  private ChunkRow row(String chunk) {
    return rows.computeIfAbsent(chunk, id -> view.chunk(new ChunkName(record.dataset(), id)));
  }

  /** Returns the currently listed bytes, or {@link ChunkRow#NONE}. */
  long listed(String chunk) {
    return row(chunk).listed();
  }

  /** Returns the bytes before the record in the list that it changes, or {@link ChunkRow#NONE}. */
  long was(String chunk) {
    return list.was(chunk);
  }

  /** Returns all changes of the record: bytes or {@link ChunkRow#NONE}. */
  Map<String, Long> said() {
    return list.said();
  }

  ListingTally tally() {
    return new ListingTally(added, removed, unchanged, refused, List.copyOf(refusals));
  }

  private void take() {
    Set<String> again = new HashSet<>();
    if (!record.removed().isEmpty()) {
      record.added().forEach(chunk -> again.add(chunk.chunk()));
    }
    if (record.whole()) {
      record.added().forEach(chunk -> keep(chunk.chunk()));
    }
    for (String chunk : record.removed()) {
      if (!list.has(chunk)) {
        refuse(chunk, ListingFault.NOT_FOUND, "it is not listed: there is nothing to remove");
      } else if (again.contains(chunk)) {
        loose.add(chunk); // removed once the other size is accepted
      } else {
        list.say(chunk, ChunkRow.NONE);
        takeOut(chunk);
        removed++;
      }
    }
    record.added().forEach(this::add);
  }

  private void takeOut(String chunk) {
    if (other != null && other.has(chunk)) {
      other.say(chunk, ChunkRow.NONE);
    }
  }

  /** Keeps a listed chunk unless an earlier one has some of its blocks. */
  private void keep(String chunk) {
    if (NameCheck.wrong("chunk", chunk) == null
        && listed(chunk) != ChunkRow.NONE
        && !list.has(chunk)
        && list.overlap(chunk) == null) {
      list.say(chunk, listed(chunk));
      loose.add(chunk);
    }
  }

  private void add(Added chunk) {
    String id = chunk.chunk();
    if (!isSound(chunk)) {
      return;
    }
    boolean resizes = list.has(id) && loose.contains(id);
    if (list.has(id) && list.bytes(id) == chunk.bytes()) {
      say(list, chunk);
      unchanged++;
    } else if (list.has(id) && !resizes) {
      String detail =
          "it is listed with "
              + list.bytes(id)
              + " bytes, not "
              + chunk.bytes()
              + ": to give it another size, remove it in the same listing";
      refuse(id, ListingFault.CONFLICT, detail);
    } else if (view.nodes().largest() != null && chunk.bytes() > view.nodes().largest()) {
      String detail =
          "bytes is "
              + chunk.bytes()
              + ", and no worker may hold more than "
              + view.nodes().largest();
      refuse(id, ListingFault.TOO_LARGE, detail);
    } else if ((resizes || fits(list, id, HERE)) && (other == null || fitsThere(chunk, resizes))) {
      say(list, chunk);
      if (other != null) {
        say(other, chunk);
      }
      added++;
      removed += resizes ? 1 : 0;
    }
  }

  /** Accepts a chunk once. A repetition in the record must be the same. */
  private void say(ListDraft in, Added chunk) {
    in.say(chunk.chunk(), chunk.bytes());
    loose.remove(chunk.chunk());
  }

  /** True if the chunk is valid by itself. */
  private boolean isSound(Added chunk) {
    String wrong = NameCheck.wrong("chunk", chunk.chunk());
    if (wrong != null) {
      refuse(chunk.chunk(), ListingFault.INVALID_ARGUMENT, wrong);
      return false;
    }
    String detail = BlockRange.wrong(chunk.chunk());
    if (detail == null && (chunk.bytes() < 1 || chunk.bytes() > BYTES_MAX)) {
      detail = "bytes is " + chunk.bytes() + ": from 1 to " + BYTES_MAX;
    }
    if (detail != null) {
      refuse(chunk.chunk(), ListingFault.OUT_OF_RANGE, detail);
    }
    return detail == null;
  }

  /** True if the chunk also fits the list of the open listing. */
  private boolean fitsThere(Added chunk, boolean resizes) {
    String open = view.coming(record.dataset()).listing();
    long there = other.bytes(chunk.chunk());
    if (there == ChunkRow.NONE) {
      return fits(
          other, chunk.chunk(), " in the listing " + open + ", which is open: list it later");
    }
    if (there != chunk.bytes() && !resizes) {
      String detail =
          "it has "
              + there
              + " bytes in the listing "
              + open
              + ", which is open, not "
              + chunk.bytes()
              + ": list it later";
      refuse(chunk.chunk(), ListingFault.CONFLICT, detail);
      return false;
    }
    return true;
  }

  /** True if the chunk overlaps with no other one of the list, which {@code where} names. */
  private boolean fits(ListDraft in, String chunk, String where) {
    BlockRange taken = in.overlap(chunk);
    if (taken == null) {
      return true;
    }
    BlockRange blocks = BlockRange.of(chunk);
    String detail =
        "blocks "
            + blocks.first()
            + " to "
            + blocks.last()
            + " overlap with "
            + taken.first()
            + " to "
            + taken.last()
            + " of another chunk"
            + where;
    refuse(chunk, ListingFault.OVERLAP, detail);
    return false;
  }

  private void refuse(String chunk, ListingFault reason, String detail) {
    refused++;
    if (refusals.size() < REFUSALS_TOLD) {
      refusals.add(new Refused(chunk, reason, detail));
    }
  }
}
