package dev.rota.lab.traffic.chunks;

import dev.rota.base.samples.ChunkForm;
import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ListedChunk;
import dev.rota.chunks.wire.ChunksWire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Lists the chunks of a network's datasets. */
final class ChunkLister {
  private final NetworkLife life;
  private final Map<String, NavigableMap<String, Long>> known = new TreeMap<>();
  private final Map<String, Long> blocks = new TreeMap<>();
  private final PartLister parts;

  ChunkLister(NetworkLife life) {
    this.life = life;
    this.parts = new PartLister(life, this);
  }

  void begin() {
    int datasets = life.shape().datasets();
    for (int i = 0; i < datasets; i++) {
      List<ListedChunk> added = new ArrayList<>();
      for (int chunk = 0; chunk < life.shape().chunks(); chunk++) {
        added.add(fresh(NetworkShape.dataset(i)));
      }
      ChunkListing.Builder listing = listing(NetworkShape.dataset(i), added, List.of(), false);
      if (life.shape().together()) {
        listing.setListing("start").setPart(i).setParts(datasets);
      }
      life.happen(ChunksWire.LISTINGS, listing.build(), null);
    }
    life.later(life.around(life.shape().chunkMillis()), this::list);
  }

  /** Lists a dataset's next chunk, or another change of a chunk. */
  private void list() {
    SplittableRandom random = life.random();
    String dataset = life.shape().anyDataset(random);
    NavigableMap<String, Long> chunks = known(dataset);
    if (random.nextBoolean() && chunks.size() > life.shape().chunks()) {
      String gone = chunks.firstKey();
      chunks.remove(gone);
      send(dataset, List.of(), List.of(gone), false, null);
    } else {
      send(dataset, List.of(fresh(dataset)), List.of(), false, null);
    }
    mistake(dataset, chunks);
    life.later(life.around(life.shape().chunkMillis()), this::list);
  }

  /** Returns a new chunk after all others of the dataset. */
  ListedChunk fresh(String dataset) {
    long first = blocks.merge(dataset, 100L + life.random().nextInt(200), Long::sum);
    String id = ChunkForm.id(first / 1000 * 1000, first, first + 99, life.random().nextInt());
    long size = ChunkForm.bytes(life.random());
    known(dataset).put(id, size);
    return new ListedChunk(id, size);
  }

  /** Returns the expected chunks of a dataset with sizes, sorted by id. Ignores faults. */
  NavigableMap<String, Long> known(String dataset) {
    return known.computeIfAbsent(dataset, _ -> new TreeMap<>());
  }

  private void mistake(String dataset, NavigableMap<String, Long> chunks) {
    Map.Entry<String, Long> any = chunks.isEmpty() ? null : chunks.lastEntry();
    for (NetworkFault trick : NetworkFault.values()) {
      if (trick.compareTo(NetworkFault.ODD_PART) <= 0 && life.faults().plays(trick)) {
        play(trick, dataset, chunks, any);
      }
    }
  }

  private void play(
      NetworkFault trick,
      String dataset,
      NavigableMap<String, Long> chunks,
      Map.Entry<String, Long> any) {
    String chunk = any == null ? "none" : any.getKey();
    long size = any == null ? 1 : any.getValue();
    switch (trick) {
      case OTHER_SIZE -> add(trick, dataset, chunk, size + 1);
      case UNKNOWN_REMOVAL -> send(dataset, List.of(), List.of("nobody's"), false, trick);
      case ODD_SIZE -> add(trick, dataset, chunk + "x", life.oddNumber());
      case TOO_LARGE -> add(trick, dataset, chunk + "y", 0xffff_ffffL);
      case ODD_CHUNK -> add(trick, dataset, "", size);
      case ODD_DATASET -> add(trick, "", chunk, size);
      case OVERLAPPING -> add(trick, dataset, chunk + "z", 1);
      case LISTED_AGAIN -> add(trick, dataset, chunk, size);
      case RESIZED -> resize(trick, dataset, any == null ? null : chunk);
      case WHOLE -> {
        chunks.entrySet().removeIf(_ -> life.random().nextInt(3) == 0);
        List<ListedChunk> whole = new ArrayList<>();
        chunks.forEach((id, bytes) -> whole.add(new ListedChunk(id, bytes)));
        send(dataset, whole, List.of(), true, trick);
      }
      case PARTS,
          PARTS_MIXED,
          PART_LOST,
          PART_AGAIN,
          LISTING_ABORTED,
          LISTING_RESTARTED,
          ODD_PART ->
          parts.list(trick);
      default -> {
        List<ListedChunk> flood = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          flood.add(fresh(dataset));
        }
        send(dataset, flood, List.of(), false, trick);
      }
    }
  }

  private void resize(NetworkFault trick, String dataset, String chunk) {
    if (chunk != null) {
      long bytes = ChunkForm.bytes(life.random());
      known(dataset).put(chunk, bytes);
      List<ListedChunk> resized = List.of(new ListedChunk(chunk, bytes));
      send(dataset, resized, List.of(chunk), false, trick);
    }
  }

  private void add(NetworkFault trick, String dataset, String chunk, long bytes) {
    send(dataset, List.of(new ListedChunk(chunk, bytes)), List.of(), false, trick);
  }

  private void send(
      String dataset,
      List<ListedChunk> added,
      List<String> removed,
      boolean whole,
      NetworkFault trick) {
    life.happen(ChunksWire.LISTINGS, listing(dataset, added, removed, whole).build(), trick);
  }

  ChunkListing.Builder listing(
      String dataset, List<ListedChunk> added, List<String> removed, boolean whole) {
    return ChunkListing.newBuilder()
        .setNetwork(life.network())
        .setDataset(dataset)
        .setAdded(added)
        .setRemoved(removed)
        .setReplace(whole);
  }
}
