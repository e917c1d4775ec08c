package dev.rota.chunks.naive;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.ChunkRefusal;
import dev.rota.chunks.ChunkRefused;
import dev.rota.chunks.ListingOutcomeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Listings, whole lists copied and compared chunk by chunk. */
final class NaiveLists {
  private static final int PARTS_MAX = 100_000;
  private static final int OPEN_MAX = 1000;

  private record Complete(int parts, long atMillis) {}

  final Map<String, Map<String, Long>> listed = new TreeMap<>(NaiveName.BYTES);
  final Map<String, NaiveOpen> open = new TreeMap<>(NaiveName.BYTES);
  private final Map<String, Complete> complete = new TreeMap<>();

  /** Of the policy, as of the turn. */
  long timeoutMillis;

  /** What the turn tells. */
  private List<ChunkOutcome> told;

  List<ChunkOutcome> take(ChunkListing record, long nowMillis, Long largest) {
    told = new ArrayList<>();
    if (nowMillis > NaiveNetwork.LAST_MILLIS) {
      refuse(record, ChunkRefusal.OUT_OF_RANGE);
    } else if (record.getListing() == null) {
      alone(record, largest);
    } else {
      piece(record, nowMillis, largest);
    }
    return told;
  }

  /** When something falls due, by whose it is. */
  Map<String, Long> dues() {
    Map<String, Long> dues = new TreeMap<>();
    complete.forEach((id, one) -> dues.put(id, after(one.atMillis)));
    open.forEach((id, one) -> dues.put(id, after(one.atMillis)));
    return dues;
  }

  private long after(long atMillis) {
    return timeoutMillis > Long.MAX_VALUE - atMillis - 1
        ? Long.MAX_VALUE
        : atMillis + timeoutMillis + 1;
  }

  /** It is due. */
  List<ChunkOutcome> expire(String id) {
    told = new ArrayList<>();
    if (open.containsKey(id)) {
      end(id, ListingOutcomeKind.EXPIRED);
    }
    complete.remove(id);
    return told;
  }

  private ChunkOutcome.Builder outcome(String dataset, ListingOutcomeKind kind) {
    Map<String, Long> chunks = force(dataset);
    return ChunkOutcome.newBuilder()
        .setDataset(dataset)
        .setOutcome(kind)
        .setAdded(0)
        .setRemoved(0)
        .setUnchanged(0)
        .setRefused(0)
        .setChunks(chunks.size())
        .setBytes(chunks.values().stream().mapToLong(Long::longValue).sum());
  }

  /** With what is told of its listing. */
  private ChunkOutcome.Builder of(ChunkOutcome.Builder outcome, String id, NaiveOpen listing) {
    outcome.setListing(id);
    return listing == null
        ? outcome
        : outcome.setParts(listing.parts).setReceived(listing.came.size());
  }

  private void end(String id, ListingOutcomeKind kind) {
    NaiveOpen listing = open.remove(id);
    told.add(
        of(outcome(listing.dataset, kind), id, listing)
            .setMissing(listing.missing())
            .setDetail(NaiveNetwork.WORDS)
            .build());
  }

  private void refuse(ChunkListing record, ChunkRefusal reason) {
    int named = record.getAdded().size() + record.getRemoved().size();
    ChunkOutcome.Builder outcome =
        outcome(record.getDataset(), ListingOutcomeKind.REFUSED)
            .setRefused(Math.max(1, named))
            .setRefusals(List.of(new ChunkRefused("", reason, "")));
    if (record.getListing() != null) {
      outcome.setListing(record.getListing()).setPart(record.getPart()).setParts(record.getParts());
    }
    told.add(outcome.build());
  }

  private String owner(String dataset) {
    return open.keySet().stream()
        .filter(id -> open.get(id).datasets.containsKey(dataset))
        .findFirst()
        .orElse(null);
  }

  Map<String, Long> force(String dataset) {
    return listed.getOrDefault(dataset, new TreeMap<>(NaiveName.BYTES));
  }

  private void force(String dataset, Map<String, Long> chunks) {
    listed.put(dataset, chunks);
    listed.values().removeIf(Map::isEmpty);
  }

  private void alone(ChunkListing record, Long largest) {
    String dataset = record.getDataset();
    Integer parts = record.getParts();
    boolean piece = record.getPart() != 0 || record.getAbort() || parts != null && parts != 1;
    if (piece || dataset.isEmpty()) {
      refuse(record, ChunkRefusal.INVALID_ARGUMENT);
      return;
    }
    Map<String, Long> before = force(dataset);
    String owner = owner(dataset);
    NaiveOpen.Wanted list = new NaiveOpen.Wanted(record.getReplace(), before);
    boolean both = owner != null && !record.getReplace();
    Map<String, Long> other = both ? open.get(owner).datasets.get(dataset).chunks : null;
    NaiveNaming naming = new NaiveNaming(record, list, other, before, largest);
    int dropped = record.getReplace() ? dropped(before, list) : 0;
    int refused = naming.refusals.size();
    if (refused > 0 && naming.added + naming.removed + naming.unchanged + dropped == 0) {
      told.add(
          outcome(dataset, ListingOutcomeKind.REFUSED)
              .setRefused(refused)
              .setRefusals(naming.refusals)
              .build());
      return;
    }
    if (owner != null && record.getReplace()) {
      end(owner, ListingOutcomeKind.REPLACED);
    }
    force(dataset, list.chunks);
    told.add(
        outcome(dataset, ListingOutcomeKind.LISTED)
            .setAdded(naming.added)
            .setRemoved(naming.removed + dropped)
            .setUnchanged(naming.unchanged)
            .setRefused(refused)
            .setRefusals(naming.refusals)
            .build());
  }

  private static int dropped(Map<String, Long> before, NaiveOpen.Wanted list) {
    return (int)
        before.keySet().stream()
            .filter(chunk -> !list.chunks.containsKey(chunk) && !list.gone.contains(chunk))
            .count();
  }

  private void piece(ChunkListing record, long nowMillis, Long largest) {
    String id = record.getListing();
    NaiveOpen listing = open.get(id);
    boolean came = listing != null && listing.came.contains(record.getPart());
    ChunkRefusal wrong = wrong(record, listing);
    if (wrong != null) {
      refuse(record, wrong);
    } else if (record.getAbort()) {
      end(id, ListingOutcomeKind.ABORTED);
    } else if (came || complete.containsKey(id)) {
      ChunkOutcome.Builder outcome =
          of(outcome(record.getDataset(), ListingOutcomeKind.REPEATED), id, listing)
              .setPart(record.getPart())
              .setDetail(NaiveNetwork.WORDS);
      if (listing == null) {
        outcome.setParts(complete.get(id).parts).setReceived(complete.get(id).parts);
      } else {
        outcome
            .setMissing(listing.missing(listing.came.last()))
            .setExpiresAt(after(listing.atMillis));
      }
      told.add(outcome.build());
    } else {
      taken(record, nowMillis, largest);
    }
  }

  /** Null: nothing is wrong with it as a record. */
  private ChunkRefusal wrong(ChunkListing record, NaiveOpen listing) {
    if (!record.getListing().matches("[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")) {
      return ChunkRefusal.INVALID_ARGUMENT;
    }
    if (record.getAbort()) {
      return listing == null ? ChunkRefusal.NOT_FOUND : null;
    }
    int part = record.getPart();
    Integer parts = record.getParts();
    boolean possible = part >= 0 && part < PARTS_MAX;
    if (!possible || parts != null && (parts < 1 || parts > PARTS_MAX || part >= parts)) {
      return ChunkRefusal.OUT_OF_RANGE;
    }
    if (record.getDataset().isEmpty()) {
      return ChunkRefusal.INVALID_ARGUMENT;
    }
    Complete done = complete.get(record.getListing());
    if (done != null) {
      return part < done.parts ? null : ChunkRefusal.CONFLICT;
    }
    if (listing == null && part != 0) {
      return ChunkRefusal.NOT_FOUND;
    }
    if (listing == null) {
      return open.size() >= OPEN_MAX ? ChunkRefusal.TOO_MANY_LISTINGS : null;
    }
    return listing.came.contains(part) || !contradicts(record, listing)
        ? null
        : ChunkRefusal.CONFLICT;
  }

  private static boolean contradicts(ChunkListing record, NaiveOpen listing) {
    Integer parts = record.getParts();
    NaiveOpen.Wanted known = listing.datasets.get(record.getDataset());
    return listing.parts != null && record.getPart() >= listing.parts
        || parts != null && listing.parts != null && !parts.equals(listing.parts)
        || parts != null && parts <= listing.came.last()
        || known != null && known.whole != record.getReplace();
  }

  private void taken(ChunkListing record, long nowMillis, Long largest) {
    String id = record.getListing();
    String dataset = record.getDataset();
    String owner = owner(dataset);
    if (owner != null && !owner.equals(id)) {
      end(owner, ListingOutcomeKind.REPLACED);
    }
    NaiveOpen listing = open.computeIfAbsent(id, _ -> new NaiveOpen(dataset));
    NaiveOpen.Wanted list =
        listing.datasets.computeIfAbsent(
            dataset, name -> new NaiveOpen.Wanted(record.getReplace(), force(name)));
    NaiveNaming naming = new NaiveNaming(record, list, null, force(dataset), largest);
    listing.came.add(record.getPart());
    listing.parts = record.getParts() == null ? listing.parts : record.getParts();
    listing.atMillis = nowMillis;
    listing.added += naming.added;
    listing.removed += naming.removed;
    listing.unchanged += naming.unchanged;
    listing.refused += naming.refusals.size();
    if (listing.parts == null || listing.came.size() < listing.parts) {
      told.add(
          of(outcome(dataset, ListingOutcomeKind.RECEIVED), id, listing)
              .setPart(record.getPart())
              .setAdded(naming.added)
              .setRemoved(naming.removed)
              .setUnchanged(naming.unchanged)
              .setRefused(naming.refusals.size())
              .setRefusals(naming.refusals)
              .setMissing(listing.missing(listing.came.last()))
              .setExpiresAt(after(nowMillis))
              .build());
    } else {
      complete(record, listing, naming.refusals, nowMillis);
    }
  }

  private void complete(
      ChunkListing record, NaiveOpen listing, List<ChunkRefused> refusals, long nowMillis) {
    String id = record.getListing();
    open.remove(id);
    complete.put(id, new Complete(listing.parts, nowMillis));
    int dropped = 0;
    for (Map.Entry<String, NaiveOpen.Wanted> one : listing.datasets.entrySet()) {
      NaiveOpen.Wanted list = one.getValue();
      dropped += list.whole ? dropped(force(one.getKey()), list) : 0;
      force(one.getKey(), list.chunks);
    }
    told.add(
        of(outcome(record.getDataset(), ListingOutcomeKind.LISTED), id, listing)
            .setPart(record.getPart())
            .setAdded(listing.added)
            .setRemoved(listing.removed + dropped)
            .setUnchanged(listing.unchanged)
            .setRefused(listing.refused)
            .setRefusals(refusals)
            .build());
  }
}
