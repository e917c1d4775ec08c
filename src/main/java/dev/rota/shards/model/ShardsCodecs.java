package dev.rota.shards.model;

import dev.rota.kernel.domain.OpaqueBytes;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import java.util.List;

/** The byte format of the rows. */
final class ShardsCodecs {
  static final Codec<ShardsRows.PoolKey> POOL_KEY =
      Codec.of(
          (key, out) -> out.sortedText(key.shard()).sortedLong(key.seq()),
          in -> new ShardsRows.PoolKey(in.sortedText(), in.sortedLong()));
  static final Codec<ShardsRows.AccountKey> ACCOUNT_KEY =
      Codec.of(
          (key, out) -> out.sortedText(key.shard()).sortedText(key.sender()),
          in -> new ShardsRows.AccountKey(in.sortedText(), in.sortedText()));
  static final Codec<PoolPolicy> POLICY = PoolPolicy.FIELDS.codec(PoolPolicy.DEFAULT);
  static final Codec<PoolCounters> COUNTERS =
      Codec.of(
          (c, out) ->
              out.number(c.environment())
                  .number(c.queueHead())
                  .number(c.waits())
                  .number(c.leases())
                  .number(c.ended())
                  .number(c.byQuantum()),
          in ->
              new PoolCounters(
                  in.number(), in.number(), in.number(), in.number(), in.number(), in.number()));
  static final Codec<ServingState> STANDING =
      Codec.of(
          (s, out) -> instant(s.stopAt(), out.symbol(s.phase()).flag(s.terminated())),
          in -> new ServingState(in.symbol(ServingPhase.class), in.flag(), instant(in)));
  static final Codec<ExecutionEnvironment> ENVIRONMENT =
      ExecutionEnvironment.FIELDS.codec(ExecutionEnvironment.GENESIS);
  static final Codec<PooledTransaction> POOLED =
      Codec.of(ShardsCodecs::write, ShardsCodecs::pooled);
  static final Codec<PlaceRow> PLACE =
      Codec.of(
          (p, out) -> out.text(p.shard).number(p.since),
          in -> new PlaceRow(in.text(), in.number()));
  private static final Codec<PoolWorker.Parked> PARKED =
      Codec.of(
          (lease, out) -> out.text(lease.shard()).number(lease.epoch()),
          in -> new PoolWorker.Parked(in.text(), in.number()));
  static final Codec<WorkerRow> WORKER = Codec.of(WorkerRow::write, WorkerRow::read);
  static final Codec<ShardRow> SHARD = Codec.of(ShardRow::write, ShardRow::read);

  private ShardsCodecs() {}

  private static void instant(long atMillis, FieldWriter out) {
    out.flag(atMillis != Engine.NEVER);
    if (atMillis != Engine.NEVER) {
      out.number(atMillis);
    }
  }

  private static long instant(FieldReader in) {
    return in.flag() ? in.number() : Engine.NEVER;
  }

  private static void write(PooledTransaction p, FieldWriter out) {
    out.text(p.id()).text(p.sender()).optional(p.nonce(), Codec.NUMBER);
    out.number(p.acceptedAt()).bytes(p.payload().content());
  }

  private static PooledTransaction pooled(FieldReader in) {
    String id = in.text();
    String sender = in.text();
    Long nonce = in.optional(Codec.NUMBER);
    long acceptedAt = in.number();
    return PooledTransaction.of(id, sender, nonce, OpaqueBytes.of(in.bytes()), acceptedAt);
  }

  record PlaceRow(String shard, long since) {
    static PlaceRow of(Shard shard) {
      return new PlaceRow(shard.name, shard.queuedAt());
    }
  }

  /** A worker without its leases, which are in the shards' rows. */
  record WorkerRow(
      long incarnation,
      int slots,
      long expiresAt,
      boolean leaving,
      List<Long> waiting,
      List<PoolWorker.Parked> parked) {
    static WorkerRow of(PoolWorker w) {
      return new WorkerRow(
          w.incarnation,
          w.slots,
          w.expiresAt,
          w.leaving,
          List.copyOf(w.waiting),
          List.copyOf(w.parked));
    }

    PoolWorker worker(String name) {
      PoolWorker worker = new PoolWorker(name, incarnation, slots, expiresAt);
      worker.leaving = leaving;
      worker.waiting.addAll(waiting);
      worker.parked.addAll(parked);
      return worker;
    }

    private static void write(WorkerRow row, FieldWriter out) {
      out.number(row.incarnation).number(row.slots).flag(row.leaving);
      instant(row.expiresAt, out);
      out.list(row.waiting, Codec.NUMBER).list(row.parked, PARKED);
    }

    private static WorkerRow read(FieldReader in) {
      long incarnation = in.number();
      int slots = in.integer();
      boolean leaving = in.flag();
      long expiresAt = instant(in);
      return new WorkerRow(
          incarnation, slots, expiresAt, leaving, in.list(Codec.NUMBER), in.list(PARKED));
    }
  }

  /** A shard without its transactions, which have rows of their own. */
  record ShardRow(Shard shard, long poolHead) {
    static ShardRow of(Shard shard) {
      return new ShardRow(shard, shard.pool.head());
    }

    /** Returns the shard. Its name is its row's key. */
    Shard shard(String name) {
      Shard named = new Shard(name, poolHead);
      named.quantum = shard.quantum;
      named.activity = shard.activity;
      named.epoch = shard.epoch;
      named.settled = shard.settled;
      named.height = shard.height;
      named.stateRoot = shard.stateRoot;
      named.lastWorker = shard.lastWorker;
      named.attempts = shard.attempts;
      named.suspects = shard.suspects;
      return named;
    }

    private static void write(ShardRow row, FieldWriter out) {
      Shard s = row.shard;
      out.number(row.poolHead).flag(s.activity instanceof ShardLease).number(s.quantum);
      out.number(s.epoch).number(s.settled).number(s.height).text(s.stateRoot);
      out.text(s.lastWorker).number(s.attempts).number(s.suspects);
      if (s.activity instanceof ShardLease l) {
        out.number(l.grant()).number(l.cycle()).number(l.count()).number(l.environment());
        out.number(l.grantedAt()).number(l.since()).flag(l.started());
        instant(l.expiresAt(), out);
      }
    }

    private static ShardRow read(FieldReader in) {
      long poolHead = in.number();
      Shard s = new Shard("", poolHead);
      boolean running = in.flag();
      s.quantum = in.number();
      s.epoch = in.number();
      s.settled = in.number();
      s.height = in.number();
      s.stateRoot = in.text();
      s.lastWorker = in.text();
      s.attempts = in.integer();
      s.suspects = in.integer();
      if (running) {
        s.activity =
            new ShardLease(
                s.lastWorker,
                in.number(),
                in.number(),
                in.integer(),
                in.number(),
                in.number(),
                in.number(),
                in.flag(),
                instant(in));
      }
      return new ShardRow(s, poolHead);
    }
  }
}
