package dev.rota.chunks.naive;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ListedChunk;
import dev.rota.chunks.WorkerPing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/** A history of a network, drawn record by record, with a look at what there is. */
final class NaiveHistory {
  /** A record at its own time; null: nothing but time. */
  record Event(long atMillis, SpecificRecord record) {
    Event seen(UnaryOperator<SpecificRecord> by) {
      return record == null ? this : new Event(atMillis, by.apply(record));
    }
  }

  static final List<String> DATASETS = List.of("s3://a", "s3://a-b", "s3://b", "s3://\uD83D\uDE00");
  private static final long[] STEPS = {0, 0, 0, 1, 1, 2, 7, 10, 49, 60, 101, 250, 400, 1001};
  private static final long[] LONG_STEPS = {3001, 5000, 60_001, 600_001, 90_000_000};
  private static final int BLOCKS = 10;
  private static final int LATE_STEP = 235;

  private final Random random;
  private final NaivePolicyMaker policies;
  private final int workersMax;
  private final int datasetsMax;
  private final long capacity;
  private final int faultsOf;
  private int listings;
  private long atMillis = 1000;

  NaiveHistory(long seed) {
    this.random = new Random(seed);
    this.policies = new NaivePolicyMaker(random);
    this.workersMax = 1 + random.nextInt(9);
    this.datasetsMax = 1 + random.nextInt(DATASETS.size());
    this.capacity = List.of(300L, 1000L, 4000L).get(random.nextInt(3));
    this.faultsOf = 8 + random.nextInt(40);
  }

  Event next(NaiveNetwork network, int step) {
    atMillis = plus(random.nextInt(200) == 0 ? pick(LONG_STEPS) : pick(STEPS));
    if (step == 0) {
      return new Event(atMillis, policies.first());
    }
    if (step > LATE_STEP && one(30)) {
      atMillis = Math.max(atMillis, NaiveNetwork.LAST_MILLIS + pick(0, 0, 1, Long.MAX_VALUE / 2));
      if (one(9)) {
        atMillis = Long.MAX_VALUE - pick(0, 1, 99);
      }
    }
    int kind = step < 12 ? random.nextInt(8) : random.nextInt(20);
    if (kind < 5) {
      return new Event(pingTime(network), ping());
    }
    if (kind < 10) {
      return new Event(late(atMillis), listing(network));
    }
    return kind < 14
        ? new Event(late(atMillis), policies.next(network))
        : new Event(kind < 17 ? due(network) : atMillis, null);
  }

  /** In the end, now and then, all the time that there is. */
  private long plus(long step) {
    boolean isTooMuch = atMillis > NaiveNetwork.LAST_MILLIS;
    return isTooMuch ? atMillis : atMillis + step;
  }

  private long pick(long... some) {
    return some[random.nextInt(some.length)];
  }

  private boolean one(int of) {
    return random.nextInt(of) == 0;
  }

  /** Now and then a record is older than those before it. */
  private long late(long now) {
    return one(20) ? Math.max(0, now - random.nextInt(500)) : now;
  }

  /** Often right at an instant at which something is due, or just before or after. */
  private long due(NaiveNetwork network) {
    var next = network.next();
    if (next != null && one(2) && next.atMillis() - atMillis < 100_000) {
      atMillis = Math.max(atMillis, next.atMillis() - 1 + random.nextInt(3));
    }
    return atMillis;
  }

  // Pings.

  private long pingTime(NaiveNetwork network) {
    if (one(4)) {
      due(network);
    }
    if (one(300)) {
      return pick(-1, Long.MIN_VALUE);
    }
    return one(6) ? Math.max(0, atMillis - pick(1, 2, 50, 200, 1000, 5000, 90_000_000)) : atMillis;
  }

  private WorkerPing ping() {
    int number = random.nextInt(workersMax);
    WorkerPing.Builder ping =
        WorkerPing.newBuilder()
            .setNetwork(NaiveNetwork.NAME)
            .setWorker(NaiveHash.peer(number))
            .setCapacityBytes(one(6) ? 1 + random.nextInt(2000) : capacity)
            .setVersion(version(number))
            .setStoredBytes(one(2) ? null : (long) random.nextInt(300))
            .setEpoch(one(3) ? null : 100L + random.nextInt(3))
            .setLeaving(one(14))
            .setSuspicious(one(10));
    if (one(30)) {
      ping.setCapacityBytes(pick(1 << 20, NaiveNetwork.MOST, 20 * capacity));
    }
    if (one(40)) {
      ping.setEpoch(one(9) ? NaiveNetwork.MOST : 90L + random.nextInt(30));
    }
    if (one(60)) {
      ping.setStoredBytes(NaiveNetwork.MOST);
    }
    return one(faultsOf) ? faulty(ping) : ping.build();
  }

  private String version(int number) {
    int which = one(5) ? random.nextInt(12) : number % 4;
    return new String[] {
          "2.1.0",
          "2.1.0",
          "2.4.0-rc.1",
          "2.4.0",
          null,
          "1.9.9",
          "2.0.0-alpha",
          "newest",
          "2.10.0+x",
          "2.6.0-rc.01",
          "2.6.0+a..b",
          "18446744073709551615.0.0-1"
        }
        [which];
  }

  private WorkerPing faulty(WorkerPing.Builder ping) {
    return switch (random.nextInt(7)) {
      case 0 ->
          ping.setCapacityBytes(pick(0, -1, Long.MIN_VALUE, NaiveNetwork.MOST + 1, Long.MAX_VALUE))
              .build();
      case 1 -> ping.setStoredBytes(pick(-1, NaiveNetwork.MOST + 1)).build();
      case 2 -> ping.setEpoch(pick(-1, NaiveNetwork.MOST + 1)).build();
      case 3 -> ping.setVersion("").build();
      case 4 -> ping.setWorker("nobody").build();
      case 5 -> ping.setWorker("").setLeaving(true).build();
      default -> ping.setWorker(NaiveHash.peer(77)).setLeaving(true).build();
    };
  }

  // Listings.

  private String chunk() {
    if (one(8)) {
      return "c" + random.nextInt(4);
    }
    int first = 100 * random.nextInt(BLOCKS);
    int last = first + (one(6) ? 150 : 99);
    return "0000000000/%010d-%010d-%s".formatted(first, last, one(6) ? "bb" : "aa");
  }

  private long bytes() {
    return one(12) ? pick(1, 299, 300, 301, 999, 4001) : 10 + random.nextInt(5) * 7;
  }

  private List<ListedChunk> added() {
    List<ListedChunk> added = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      boolean wrong = one(4 * faultsOf);
      added.add(
          new ListedChunk(
              wrong && one(2) ? pickChunk() : chunk(),
              wrong ? pick(0, -1, 1L << 32, Long.MAX_VALUE, 0xffff_ffffL, 5) : bytes()));
    }
    return added;
  }

  private String pickChunk() {
    return one(2) ? "" : "0000000000/0000000900-0000000800-cc";
  }

  private List<String> removed(Map<String, Long> listed, List<ListedChunk> added) {
    List<String> removed = new ArrayList<>();
    List<String> there = List.copyOf(listed.keySet());
    for (int i = random.nextInt(3); i > 0 && !there.isEmpty(); i--) {
      removed.add(one(10) ? chunk() : there.get(random.nextInt(there.size())));
    }
    for (ListedChunk one : added) {
      if (listed.containsKey(one.getChunk()) && one(2)) {
        removed.add(one.getChunk());
      }
    }
    return removed;
  }

  private ChunkListing listing(NaiveNetwork network) {
    String dataset = DATASETS.get(random.nextInt(datasetsMax));
    List<ListedChunk> added = added();
    boolean replace = one(12);
    ChunkListing.Builder listing =
        ChunkListing.newBuilder()
            .setNetwork(NaiveNetwork.NAME)
            .setDataset(one(8 * faultsOf) ? "" : dataset)
            .setAdded(added)
            .setRemoved(removed(network.lists.force(dataset), added))
            .setReplace(replace);
    if (one(3)) {
      return part(network, listing).build();
    }
    if (one(6 * faultsOf)) {
      listing.setPart(1);
    }
    return one(6 * faultsOf) ? listing.setAbort(true).build() : listing.build();
  }

  private ChunkListing.Builder part(NaiveNetwork network, ChunkListing.Builder listing) {
    boolean opens = network.lists.open.isEmpty() || one(6);
    String id = opens ? "l" + listings++ : anyOf(List.copyOf(network.lists.open.keySet()));
    NaiveOpen open = network.lists.open.get(id);
    listing.setListing(id);
    if (one(25)) {
      listing.setListing(one(3) ? "no name" : "l" + random.nextInt(listings + 1));
    }
    if (open == null) {
      return listing.setPart(one(20) ? 1 : 0).setParts(one(2) ? null : 1 + random.nextInt(4));
    }
    NaiveOpen.Wanted known = open.datasets.get(listing.getDataset());
    if (known != null && !one(25)) {
      listing.setReplace(known.whole);
    }
    List<Integer> missing = open.missing(open.came.last() + 2);
    listing.setPart(one(8) ? open.came.last() : anyOf(missing));
    boolean says = open.parts == null && one(3) && listing.getPart() >= open.came.last();
    listing.setParts(says ? (Integer) (listing.getPart() + 1 + random.nextInt(2)) : open.parts);
    if (one(25)) {
      listing.setParts(random.nextInt(6));
    }
    if (one(25)) {
      listing.setPart((int) pick(-1, 0, 4, 99_999, 100_000));
    }
    return listing.setAbort(one(15));
  }

  private <T> T anyOf(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }
}
