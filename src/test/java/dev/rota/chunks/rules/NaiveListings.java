package dev.rota.chunks.rules;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ListedChunk;
import dev.rota.chunks.ListingOutcomeKind;
import dev.rota.chunks.model.BlockRange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What docs/listings.md says, in plain maps: whole lists, copied and compared chunk by chunk. */
final class NaiveListings {
  private static final int PARTS_MAX = 100_000;

  /** What becomes of a record: an outcome and its counts; and listings that end by it. */
  record Answer(ListingOutcomeKind kind, long added, long removed, long unchanged, long refused) {}

  /** A listing ended. */
  record End(String listing, ListingOutcomeKind kind, int received) {}

  private static final class Wanted {
    private final boolean whole;
    private final NavigableMap<String, Long> chunks;
    private final Set<String> gone = new HashSet<>();

    Wanted(boolean whole, Map<String, Long> listed) {
      this.whole = whole;
      this.chunks = whole ? new TreeMap<>() : new TreeMap<>(listed);
    }
  }

  private static final class Open {
    private final Map<String, Wanted> datasets = new TreeMap<>();
    private final TreeSet<Integer> came = new TreeSet<>();
    private Integer parts;
    private long atMillis;
    private Answer sum = new Answer(null, 0, 0, 0, 0);
  }

  private record Complete(int parts, long atMillis) {}

  private final Map<String, NavigableMap<String, Long>> listed = new TreeMap<>();
  private final Map<String, Open> open = new TreeMap<>();
  private final Map<String, Complete> complete = new TreeMap<>();
  private final List<End> ends = new ArrayList<>();

  /** What is in force. */
  Map<String, NavigableMap<String, Long>> listed() {
    return listed;
  }

  /** Listings that ended since this was last asked. */
  List<End> takeEnds() {
    List<End> taken = List.copyOf(ends);
    ends.clear();
    return taken;
  }

  /** The ids of open listings. */
  Set<String> open() {
    return open.keySet();
  }

  /** Time has passed. */
  void pass(long nowMillis, long timeoutMillis) {
    for (String id : List.copyOf(open.keySet())) {
      if (nowMillis - open.get(id).atMillis > timeoutMillis) {
        end(id, ListingOutcomeKind.EXPIRED);
      }
    }
    complete.values().removeIf(one -> nowMillis - one.atMillis > timeoutMillis);
  }

  private void end(String id, ListingOutcomeKind kind) {
    ends.add(new End(id, kind, open.remove(id).came.size()));
  }

  /** A record is taken; {@code largest} null: there is no worker. */
  Answer take(ChunkListing record, long nowMillis, Long largest) {
    return record.getListing() == null ? alone(record, largest) : part(record, nowMillis, largest);
  }

  private static Answer refused(ChunkListing record) {
    int named = record.getAdded().size() + record.getRemoved().size();
    return new Answer(ListingOutcomeKind.REFUSED, 0, 0, 0, Math.max(1, named));
  }

  private static Answer counts(ListingOutcomeKind kind) {
    return new Answer(kind, 0, 0, 0, 0);
  }

  private String owner(String dataset) {
    return open.entrySet().stream()
        .filter(one -> one.getValue().datasets.containsKey(dataset))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  private NavigableMap<String, Long> force(String dataset) {
    return listed.getOrDefault(dataset, new TreeMap<>());
  }

  private void force(String dataset, NavigableMap<String, Long> chunks) {
    listed.put(dataset, chunks);
    listed.values().removeIf(Map::isEmpty);
  }

  private Answer alone(ChunkListing record, Long largest) {
    String dataset = record.getDataset();
    boolean piece =
        record.getPart() != 0
            || record.getAbort()
            || record.getParts() != null && record.getParts() != 1;
    if (piece || dataset.isEmpty()) {
      return refused(record);
    }
    NavigableMap<String, Long> before = force(dataset);
    String owner = owner(dataset);
    Wanted list = new Wanted(record.getReplace(), before);
    NavigableMap<String, Long> other =
        owner == null || record.getReplace() ? null : open.get(owner).datasets.get(dataset).chunks;
    Answer answer = new Naming(record, list, other, before, largest).answer();
    long dropped = record.getReplace() ? dropped(before, list) : 0;
    boolean nothing =
        answer.refused > 0 && answer.added + answer.removed + answer.unchanged + dropped == 0;
    if (nothing) {
      return new Answer(ListingOutcomeKind.REFUSED, 0, 0, 0, answer.refused);
    }
    if (owner != null && record.getReplace()) {
      end(owner, ListingOutcomeKind.REPLACED);
    }
    force(dataset, list.chunks);
    return new Answer(
        ListingOutcomeKind.LISTED,
        answer.added,
        answer.removed + dropped,
        answer.unchanged,
        answer.refused);
  }

  private static long dropped(Map<String, Long> before, Wanted list) {
    return before.keySet().stream()
        .filter(chunk -> !list.chunks.containsKey(chunk) && !list.gone.contains(chunk))
        .count();
  }

  private Answer part(ChunkListing record, long nowMillis, Long largest) {
    String id = record.getListing();
    Open listing = open.get(id);
    if (!id.matches("[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")) {
      return refused(record);
    }
    if (record.getAbort()) {
      if (listing == null) {
        return refused(record);
      }
      open.remove(id);
      return counts(ListingOutcomeKind.ABORTED);
    }
    int part = record.getPart();
    Integer parts = record.getParts();
    if (part < 0
        || part >= PARTS_MAX
        || parts != null && (parts < 1 || parts > PARTS_MAX || part >= parts)
        || record.getDataset().isEmpty()) {
      return refused(record);
    }
    if (complete.containsKey(id)) {
      return part < complete.get(id).parts ? counts(ListingOutcomeKind.REPEATED) : refused(record);
    }
    if (listing == null ? part != 0 || open.size() >= 1000 : contradicts(record, listing)) {
      return listing != null && listing.came.contains(part)
          ? counts(ListingOutcomeKind.REPEATED)
          : refused(record);
    }
    if (listing != null && listing.came.contains(part)) {
      return counts(ListingOutcomeKind.REPEATED);
    }
    return taken(record, nowMillis, largest);
  }

  private static boolean contradicts(ChunkListing record, Open listing) {
    Integer parts = record.getParts();
    Wanted known = listing.datasets.get(record.getDataset());
    return listing.parts != null && record.getPart() >= listing.parts
        || parts != null && listing.parts != null && !parts.equals(listing.parts)
        || parts != null && parts <= listing.came.last()
        || known != null && known.whole != record.getReplace();
  }

  private Answer taken(ChunkListing record, long nowMillis, Long largest) {
    String id = record.getListing();
    String dataset = record.getDataset();
    String owner = owner(dataset);
    if (owner != null && !owner.equals(id)) {
      end(owner, ListingOutcomeKind.REPLACED);
    }
    Open listing = open.computeIfAbsent(id, _ -> new Open());
    Wanted list =
        listing.datasets.computeIfAbsent(
            dataset, name -> new Wanted(record.getReplace(), force(name)));
    Answer answer = new Naming(record, list, null, force(dataset), largest).answer();
    listing.came.add(record.getPart());
    listing.parts = record.getParts() == null ? listing.parts : record.getParts();
    listing.atMillis = nowMillis;
    Answer sum = listing.sum;
    listing.sum =
        new Answer(
            ListingOutcomeKind.LISTED,
            sum.added + answer.added,
            sum.removed + answer.removed,
            sum.unchanged + answer.unchanged,
            sum.refused + answer.refused);
    if (listing.parts == null || listing.came.size() < listing.parts) {
      return answer;
    }
    open.remove(id);
    complete.put(id, new Complete(listing.parts, nowMillis));
    long dropped = 0;
    for (Map.Entry<String, Wanted> one : listing.datasets.entrySet()) {
      dropped += one.getValue().whole ? dropped(force(one.getKey()), one.getValue()) : 0;
      force(one.getKey(), one.getValue().chunks);
    }
    sum = listing.sum;
    return new Answer(sum.kind, sum.added, sum.removed + dropped, sum.unchanged, sum.refused);
  }

  /** A record, chunk by chunk. */
  private static final class Naming {
    private final Wanted list;
    private final NavigableMap<String, Long> other;
    private final Set<String> loose = new HashSet<>();
    private final Long largest;
    private long added;
    private long removed;
    private long unchanged;
    private long refused;

    Naming(
        ChunkListing record,
        Wanted list,
        NavigableMap<String, Long> other,
        Map<String, Long> force,
        Long largest) {
      this.list = list;
      this.other = other;
      this.largest = largest;
      Set<String> named = new HashSet<>();
      record.getAdded().forEach(chunk -> named.add(chunk.getChunk()));
      for (ListedChunk one : record.getReplace() ? record.getAdded() : List.<ListedChunk>of()) {
        String chunk = one.getChunk();
        if (force.containsKey(chunk) && isFree(list.chunks, chunk)) {
          list.chunks.put(chunk, force.get(chunk));
          loose.add(chunk);
        }
      }
      for (String chunk : record.getRemoved()) {
        if (!list.chunks.containsKey(chunk)) {
          refused++;
        } else if (named.contains(chunk)) {
          loose.add(chunk);
        } else {
          list.chunks.remove(chunk);
          list.gone.add(chunk);
          removed++;
          if (other != null) {
            other.remove(chunk);
          }
        }
      }
      record.getAdded().forEach(chunk -> add(chunk.getChunk(), chunk.getBytes()));
    }

    Answer answer() {
      return new Answer(ListingOutcomeKind.RECEIVED, added, removed, unchanged, refused);
    }

    private void add(String chunk, long bytes) {
      Long known = list.chunks.get(chunk);
      boolean may = known == null || loose.contains(chunk);
      if (chunk.isEmpty() || BlockRange.wrong(chunk) != null || bytes < 1 || bytes > 0xffff_ffffL) {
        refused++;
      } else if (known != null && known == bytes) {
        loose.remove(chunk);
        unchanged++;
      } else if (!may
          || largest != null && bytes > largest
          || known == null && !isFree(list.chunks, chunk)
          || other != null && !fits(other, chunk, bytes, known != null)) {
        refused++;
      } else {
        loose.remove(chunk);
        list.chunks.put(chunk, bytes);
        list.gone.remove(chunk);
        if (other != null) {
          other.put(chunk, bytes);
        }
        added++;
        removed += known == null ? 0 : 1;
      }
    }

    private static boolean fits(
        NavigableMap<String, Long> other, String chunk, long bytes, boolean resized) {
      Long there = other.get(chunk);
      return there == null ? isFree(other, chunk) : there == bytes || resized;
    }

    /** Whether it is not there, and no chunk that is has a block of it. */
    private static boolean isFree(NavigableMap<String, Long> chunks, String chunk) {
      BlockRange blocks = BlockRange.told(chunk);
      return !chunks.containsKey(chunk)
          && (blocks == null
              || chunks.keySet().stream()
                  .map(BlockRange::told)
                  .noneMatch(
                      one ->
                          one != null
                              && one.first() <= blocks.last()
                              && blocks.first() <= one.last()));
    }
  }
}
