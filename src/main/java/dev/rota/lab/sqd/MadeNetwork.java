package dev.rota.lab.sqd;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.lines.Envelope;
import dev.rota.base.lines.EnvelopeMetadata;
import dev.rota.base.samples.ChunkForm;
import dev.rota.base.samples.SamplePeerIds;
import dev.rota.domains.Domains;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;

/**
 * A generated network as events: its policy, a ping of each worker, a listing of all chunks in as
 * many records as necessary, a ping when a generation is due, and further pings each minute. Equal
 * shapes make equal events. Memory does not grow with the network.
 */
public final class MadeNetwork implements Iterator<Envelope> {
  /** Up to this number, all block numbers fit in ten digits. */
  public static final int CHUNKS_MAX = 10_000_000;

  public static final int PARTS_MAX = 100_000;

  /** The weights of ten datasets. Later datasets repeat them. */
  private static final int[] WEIGHTS = {1, 2, 1, 3, 12, 1, 1, 1, 1, 1};

  private static final String POLICIES = Domains.inputTopic("ChunkPolicy");
  private static final String PINGS = Domains.inputTopic("WorkerPing");
  private static final String LISTINGS = Domains.inputTopic("ChunkListing");
  private static final String VERSION = "2.8.0";
  private static final int WORKERS_MAX = 1 << 16;
  private static final int BLOCKS_MIN = 100;
  private static final int BLOCKS_MAX = 999;
  private static final int FOLDER_CHUNKS = 500;

  /** The listing ends before the default policy makes a generation. */
  private static final long LISTING_MILLIS = 200;

  private static final long LAST_MILLIS = 1000;

  private static final long MINUTE_MILLIS = 60_000;

  private final MadeNetworkShape shape;
  private final SplittableRandom random;
  private final long parts;
  private long told;
  private long part;
  private long listed;
  private long pings;
  private boolean over;
  private int dataset = -1;
  private long inDataset;
  private long ofDataset;
  private long block;
  private long folder;

  public MadeNetwork(MadeNetworkShape shape) {
    this.shape = shape;
    this.random = new SplittableRandom(shape.seed());
    this.parts = shape.parts();
  }

  public long listed() {
    return listed;
  }

  @Override
  public boolean hasNext() {
    return !over;
  }

  @Override
  public Envelope next() {
    if (over) {
      throw new NoSuchElementException();
    }
    long number = told++;
    if (number == 0) {
      return event(POLICIES, 0, policy());
    }
    if (number <= shape.workers()) {
      return event(PINGS, 0, ping(number - 1));
    }
    if (listed < shape.chunks()) {
      ObjectNode listing = listing();
      return event(LISTINGS, LISTING_MILLIS * listed / shape.chunks(), listing);
    }
    return pinged();
  }

  /** The first one comes when a generation is due. */
  private Envelope pinged() {
    long number = pings++;
    over = number == (long) shape.minutes() * shape.workers();
    if (number == 0) {
      return event(PINGS, LAST_MILLIS, ping(0));
    }
    long minute = (number - 1) / shape.workers() + 1;
    return event(PINGS, minute * MINUTE_MILLIS, ping((number - 1) % shape.workers()));
  }

  private Envelope event(String topic, long inMillis, ObjectNode value) {
    return new Envelope(
        EnvelopeMetadata.of(topic, shape.network(), shape.startMillis() + inMillis), value);
  }

  private ObjectNode value() {
    return JsonNodeFactory.instance.objectNode().put("network", shape.network());
  }

  private ObjectNode policy() {
    ObjectNode policy = value();
    ObjectNode weights = policy.putObject("weights");
    for (int i = 0; i < shape.datasets(); i++) {
      weights.put(name(i), WEIGHTS[i % WEIGHTS.length]);
    }
    return policy;
  }

  private ObjectNode ping(long worker) {
    return value()
        .put("worker", SamplePeerIds.name(shape.seed() * WORKERS_MAX + worker))
        .put("capacityBytes", shape.capacityBytes())
        .put("version", VERSION);
  }

  private ObjectNode listing() {
    while (inDataset == ofDataset) {
      begin(dataset + 1);
    }
    ObjectNode listing = value().put("dataset", name(dataset));
    if (shape.replace()) {
      listing.put("replace", true);
    }
    if (parts > 1) {
      listing.put("listing", "made-" + shape.seed() + "-" + shape.startMillis());
      listing.put("part", part++).put("parts", parts);
    }
    ArrayNode added = listing.putArray("added");
    for (int i = 0; i < shape.batch() && inDataset < ofDataset; i++) {
      if (inDataset % FOLDER_CHUNKS == 0) {
        folder = block;
      }
      long last = block + BLOCKS_MIN - 1 + random.nextInt(BLOCKS_MAX - BLOCKS_MIN + 1);
      added
          .addObject()
          .put("chunk", ChunkForm.id(folder, block, last, random.nextInt()))
          .put("bytes", ChunkForm.bytes(random));
      block = last + 1;
      inDataset++;
      listed++;
    }
    return listing;
  }

  private void begin(int number) {
    dataset = number;
    inDataset = 0;
    ofDataset = shape.share(number);
    block = 0;
    folder = 0;
  }

  private static String name(int dataset) {
    return "s3://chain-" + dataset;
  }
}
