package dev.rota.end;

import dev.rota.base.samples.SamplePeerIds;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotsDomain;
import dev.rota.bots.JobEvent;
import dev.rota.bots.Submitted;
import dev.rota.bots.wire.BotsWire;
import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.ListedChunk;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.wire.ChunksWire;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.CoresDomain;
import dev.rota.cores.SessionChange;
import dev.rota.cores.wire.CoresWire;
import dev.rota.kernel.domain.Domain;
import dev.rota.shards.Joined;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.wire.ShardsWire;
import dev.rota.testing.Book;
import java.util.List;
import java.util.stream.LongStream;

/** Histories after which a lane, or a domain, has ten thousand of each. */
final class LongBooks {
  static final int MANY = 10_000;
  private static final long NOW = System.currentTimeMillis();

  /** A domain and its history. */
  record Made(Domain domain, Book book) {
    private static Made of(Domain domain) {
      return new Made(domain, new Book(domain));
    }
  }

  private LongBooks() {}

  private static String name(String kind, int number) {
    return "%s-%05d".formatted(kind, number);
  }

  /** Bots with a job each, as many jobs that wait, and as many lanes beside. */
  static Made bots() {
    Made made = Made.of(new BotsDomain());
    for (int i = 0; i < MANY; i++) {
      beat(made.book(), "builds", name("bot", i));
      beat(made.book(), name("grid", i), "lonely");
    }
    for (int i = 0; i < 2 * MANY; i++) {
      Submitted job = Submitted.newBuilder().setJob(name("job", i)).build();
      made.book().take(BotsWire.JOBS, "builds", NOW, new JobEvent("builds", job));
    }
    return made;
  }

  private static void beat(Book book, String grid, String bot) {
    BotHeartbeat beat = BotHeartbeat.newBuilder().setGrid(grid).setBot(bot).build();
    book.take(BotsWire.HEARTBEATS, grid, NOW, beat);
  }

  /** Workers with a shard each, and as many shards that wait. */
  static Made shards() {
    Made made = Made.of(new ShardsDomain());
    for (int i = 0; i < MANY; i++) {
      WorkerEvent joined =
          WorkerEvent.newBuilder()
              .setPool("mainnet")
              .setWorker(name("worker", i))
              .setEvent(new Joined(1))
              .build();
      made.book().take(ShardsWire.WORKERS, "mainnet", NOW, joined);
    }
    for (int i = 0; i < 2 * MANY; i++) {
      ShardTransaction sent =
          ShardTransaction.newBuilder()
              .setPool("mainnet")
              .setShard(name("shard", i))
              .setId(name("tx", i))
              .build();
      made.book().take(ShardsWire.TRANSACTIONS, "mainnet", NOW, sent);
    }
    return made;
  }

  /** Workers, and datasets of one chunk each. */
  static Made chunks() {
    Made made = Made.of(new ChunksDomain());
    for (int i = 0; i < MANY; i++) {
      WorkerPing ping =
          WorkerPing.newBuilder()
              .setNetwork("tethys")
              .setWorker(SamplePeerIds.name(i))
              .setCapacityBytes(1L << 40)
              .build();
      made.book().take(ChunksWire.PINGS, "tethys", NOW, ping);
      ChunkListing listing =
          ChunkListing.newBuilder()
              .setNetwork("tethys")
              .setDataset(name("s3://d", i))
              .setAdded(List.of(new ListedChunk("c" + i, 1_000L)))
              .build();
      made.book().take(ChunksWire.LISTINGS, "tethys", NOW, listing);
    }
    return made;
  }

  /** A core for each parachain. */
  static Made cores() {
    Made made = Made.of(new CoresDomain());
    SessionChange session =
        SessionChange.newBuilder()
            .setIndex(1)
            .setValidators(MANY)
            .setParachains(LongStream.range(0, MANY).boxed().toList())
            .build();
    BlockEvent block =
        BlockEvent.newBuilder().setChain("polkadot").setNumber(0).setSession(session).build();
    made.book().take(CoresWire.BLOCK_EVENTS, "polkadot", NOW, block);
    return made;
  }
}
