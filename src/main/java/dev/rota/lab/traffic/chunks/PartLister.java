package dev.rota.lab.traffic.chunks;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ListedChunk;
import dev.rota.chunks.wire.ChunksWire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;

/** Sends multi-record listings, some with faults. */
final class PartLister {
  private static final int DATASETS_MAX = 3;
  private static final int CHUNKS_MAX = 4;
  private static final int APART_MILLIS = 1500;

  private final NetworkLife life;
  private final ChunkLister lister;
  private int listings;

  PartLister(NetworkLife life, ChunkLister lister) {
    this.life = life;
    this.lister = lister;
  }

  void list(NetworkFault trick) {
    SplittableRandom random = life.random();
    String id = "l-" + listings++;
    List<ChunkListing.Builder> parts = parts(id);
    boolean knows = random.nextBoolean(); // the number of parts
    for (int part = 0; part < parts.size(); part++) {
      boolean last = part == parts.size() - 1;
      parts.get(part).setPart(part).setParts(knows || last ? parts.size() : null);
    }
    switch (trick) {
      case PARTS_MIXED -> {
        ChunkListing.Builder last = parts.remove(parts.size() - 1);
        parts.add(Math.min(1, parts.size()), last);
      }
      case PART_LOST -> parts.remove(random.nextInt(parts.size()));
      case PART_AGAIN -> parts.add(parts.get(random.nextInt(parts.size())));
      case LISTING_ABORTED -> parts.add(random.nextInt(parts.size()), abort(id));
      case LISTING_RESTARTED -> restart(parts, random.nextBoolean() ? id : "l-" + listings++);
      case ODD_PART -> odd(parts.get(random.nextInt(parts.size())));
      default -> {}
    }
    long inMillis = 0;
    for (ChunkListing.Builder part : parts) {
      ChunkListing record = part.build();
      life.later(inMillis, () -> life.happen(ChunksWire.LISTINGS, record, trick));
      inMillis += random.nextInt(3) == 0 ? 0 : random.nextInt(APART_MILLIS);
    }
  }

  /** Returns parts for some datasets. Each dataset grows, or is replaced with other chunks. */
  private List<ChunkListing.Builder> parts(String id) {
    SplittableRandom random = life.random();
    List<ChunkListing.Builder> parts = new ArrayList<>();
    int first = random.nextInt(life.shape().datasets());
    for (int more = random.nextInt(DATASETS_MAX); more >= 0; more--) {
      String dataset = NetworkShape.dataset((first + more) % life.shape().datasets());
      boolean whole = random.nextInt(3) == 0;
      List<ListedChunk> chunks = whole ? rest(dataset) : new ArrayList<>();
      for (int left = random.nextInt(CHUNKS_MAX); left > 0; left--) {
        chunks.add(lister.fresh(dataset));
      }
      int at = 0;
      do {
        int next = Math.min(chunks.size(), at + 1 + random.nextInt(CHUNKS_MAX));
        List<String> removed = whole ? List.of() : gone(dataset);
        parts.add(lister.listing(dataset, chunks.subList(at, next), removed, whole).setListing(id));
        at = next;
      } while (at < chunks.size());
    }
    return parts;
  }

  private List<ListedChunk> rest(String dataset) {
    NavigableMap<String, Long> known = lister.known(dataset);
    known.entrySet().removeIf(_ -> life.random().nextInt(4) == 0);
    List<ListedChunk> rest = new ArrayList<>();
    known.forEach((chunk, bytes) -> rest.add(new ListedChunk(chunk, bytes)));
    return rest;
  }

  private List<String> gone(String dataset) {
    Map.Entry<String, Long> first = lister.known(dataset).firstEntry();
    if (first == null || life.random().nextInt(3) > 0) {
      return List.of();
    }
    lister.known(dataset).remove(first.getKey());
    return List.of(first.getKey());
  }

  private ChunkListing.Builder abort(String id) {
    return lister.listing("any", List.of(), List.of(), false).setListing(id).setAbort(true);
  }

  /** Begins the listing, then restarts it with the same id or another. */
  private void restart(List<ChunkListing.Builder> parts, String id) {
    int begun = 1 + life.random().nextInt(parts.size());
    for (ChunkListing.Builder part : List.copyOf(parts.subList(0, begun))) {
      parts.add(begun, ChunkListing.newBuilder(part).setListing(id));
    }
    parts.subList(begun, parts.size()).sort((a, b) -> Integer.compare(a.getPart(), b.getPart()));
  }

  private void odd(ChunkListing.Builder part) {
    switch (life.random().nextInt(7)) {
      case 0 -> part.setPart(-1);
      case 1 -> part.setParts(part.getPart());
      case 2 -> part.setListing("no id");
      case 3 -> part.setListing(null).setPart(1);
      case 4 -> part.setReplace(!part.getReplace());
      case 5 -> part.setParts(100_001);
      default -> part.setDataset("");
    }
  }
}
