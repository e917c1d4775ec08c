package dev.rota.bots.model;

import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.BotProfile;
import dev.rota.bots.values.BotSpec;
import dev.rota.bots.values.ClientOperation;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.JobSpec;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.RulesVersion;
import dev.rota.bots.values.SortedProperties;
import dev.rota.kernel.domain.OpaqueBytes;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The binary encoding of rows. */
final class BotsCodecs {
  static final Codec<GridPolicy> POLICY = GridPolicy.FIELDS.codec(GridPolicy.DEFAULT);

  static final Codec<BotsRows.QuotaKey> QUOTA =
      Codec.of(
          (key, out) -> out.sortedText(key.cohort()).sortedText(key.instance()),
          in -> new BotsRows.QuotaKey(in.sortedText(), in.sortedText()));
  static final Codec<Integer> USAGE = Codec.of((n, out) -> out.number(n), FieldReader::integer);
  private static final Codec<SortedProperties> PROPERTIES = SortedProperties.KIND.row();
  private static final Codec<ClientOperation> OPERATION =
      Codec.of(
          (one, out) -> out.text(one.name()).flag(one.cancelled()),
          in -> new ClientOperation(in.text(), in.flag()));
  static final Codec<BotRow> BOT = Codec.of(BotRow::write, BotRow::read);
  static final Codec<JobRow> JOB = Codec.of(JobRow::write, JobRow::read);

  private BotsCodecs() {}

  /** Shares equal values between jobs to save memory. */
  static final class Interned {
    private final Map<Object, Object> known = new HashMap<>();

    <T> T one(T value) {
      @SuppressWarnings("unchecked") // equal values have the same type
      T first = value == null ? null : (T) known.computeIfAbsent(value, v -> v);
      return first;
    }
  }

  /** A bot without its leases, which are stored in the jobs' rows. */
  record BotRow(
      BotSpec spec, BotProfile profile, long expiresAt, List<String> hints, long keepalive) {
    static BotRow of(Bot bot) {
      return new BotRow(bot.spec, bot.profile, bot.expiresAt, bot.hints, bot.keepalive);
    }

    Bot bot(RulesVersion version) {
      Bot bot = new Bot(spec, profile, expiresAt, version);
      bot.hints.addAll(hints);
      bot.keepalive = keepalive;
      return bot;
    }

    private static void write(BotRow row, FieldWriter out) {
      BotSpec spec = row.spec;
      out.text(spec.name()).text(spec.session()).text(spec.instance());
      PROPERTIES.write(spec.said(), out);
      PROPERTIES.write(spec.has(), out);
      out.list(spec.labels(), Codec.PLAIN).text(spec.cohort());
      BotProfile profile = row.profile;
      out.symbol(profile.health()).number(profile.capacity()).number(profile.priority());
      out.number(row.expiresAt).list(row.hints, Codec.PLAIN).number(row.keepalive);
    }

    private static BotRow read(FieldReader in) {
      BotSpec spec =
          new BotSpec(
              in.text(),
              in.text(),
              in.text(),
              PROPERTIES.read(in),
              PROPERTIES.read(in),
              in.list(Codec.PLAIN),
              in.text());
      return new BotRow(
          spec,
          new BotProfile(in.symbol(BotHealth.class), in.integer(), in.integer()),
          in.number(),
          in.list(Codec.PLAIN),
          in.number());
    }
  }

  /** A lease, stored in its job's row. */
  record LeaseRow(String bot, MatchStrategy found, long startedAt) {}

  /** A job with its lease, which is null if no bot has the job. */
  record JobRow(Job job, LeaseRow lease) {
    private static final int CACHEABLE = 1;

    /** Rare: the priority differs from the submitted one, or the job has its own timeout. */
    private static final int MORE = 2;

    /** There is a payload. */
    private static final int PAYLOAD = 4;

    static JobRow of(Job job) {
      return new JobRow(
          job,
          job.state instanceof Leased held
              ? new LeaseRow(held.bot().name(), held.found(), held.startedAt())
              : null);
    }

    /** Returns the job with values that many jobs share interned. */
    Job job(long ticket, Interned interned) {
      JobSpec s = job.spec;
      JobSpec spec =
          new JobSpec(
              ticket,
              s.name(),
              interned.one(s.instance()),
              interned.one(s.needs()),
              interned.one(s.label()),
              interned.one(s.hint()),
              s.action(),
              s.cacheable(),
              s.priority(),
              s.timeoutMillis(),
              s.queuedAt(),
              s.payload());
      Job whole = new Job(spec, job.priority, job.scheduleAfter);
      whole.tries = job.tries;
      whole.evictions = job.evictions;
      whole.triedAt = job.triedAt;
      whole.operations = job.operations;
      whole.state = job.state;
      return whole;
    }

    private static void write(JobRow row, FieldWriter out) {
      Job job = row.job;
      JobSpec spec = job.spec;
      out.text(spec.name()).text(spec.instance());
      PROPERTIES.write(spec.needs(), out);
      boolean more = spec.priority() != job.priority || spec.timeoutMillis() != null;
      out.text(spec.label()).text(spec.hint()).text(spec.action());
      boolean pays = spec.payload() != null;
      out.number((spec.cacheable() ? CACHEABLE : 0) + (more ? MORE : 0) + (pays ? PAYLOAD : 0));
      if (more) {
        long timeout = spec.timeoutMillis() == null ? -1 : spec.timeoutMillis();
        out.number(spec.priority()).number(timeout);
      }
      if (pays) {
        out.bytes(spec.payload().content());
      }
      out.number(spec.queuedAt()).number(job.priority).number(job.scheduleAfter - spec.queuedAt());
      out.text(job.state.stage()).number(job.tries).number(job.evictions).number(job.triedAt);
      if (job.operations == null) {
        out.number(-1);
      } else {
        out.list(job.operations, OPERATION);
      }
      if (row.lease != null) {
        LeaseRow lease = row.lease;
        out.text(lease.bot).symbol(lease.found).number(lease.startedAt);
      } else if (job.state instanceof Over over) {
        out.number(over.completedAt()).symbol(over.code()).flag(over.cancelled());
        if (over.result() != null) {
          out.bytes(over.result().content());
        }
      }
    }

    private static Job waiting(FieldReader in) {
      String name = in.text();
      String instance = in.text();
      SortedProperties needs = PROPERTIES.read(in);
      String label = in.text();
      String hint = in.text();
      String action = in.text();
      long kinds = in.number();
      boolean more = (kinds & MORE) != 0;
      int submitted = more ? in.integer() : 0;
      long timeout = more ? in.number() : -1;
      OpaqueBytes payload = (kinds & PAYLOAD) != 0 ? OpaqueBytes.of(in.bytes()) : null;
      long queuedAt = in.number();
      int priority = in.integer();
      JobSpec spec =
          new JobSpec(
              0,
              name,
              instance,
              needs,
              label,
              hint,
              action,
              (kinds & CACHEABLE) != 0,
              more ? submitted : priority,
              timeout < 0 ? null : timeout,
              queuedAt,
              payload);
      return new Job(spec, priority, queuedAt + in.number());
    }

    private static JobRow read(FieldReader in) {
      Job job = waiting(in);
      String stage = in.text();
      job.tries = in.integer();
      job.evictions = in.integer();
      job.triedAt = in.number();
      job.operations = operations(in);
      LeaseRow lease = null;
      switch (stage) {
        case Queued.STAGE -> {}
        case Leased.STAGE ->
            lease = new LeaseRow(in.text(), in.symbol(MatchStrategy.class), in.number());
        case Over.STAGE -> job.state = over(in);
        default -> throw new IllegalArgumentException("no job is " + stage);
      }
      return new JobRow(job, lease);
    }

    private static Over over(FieldReader in) {
      long completedAt = in.number();
      GrpcStatus code = in.symbol(GrpcStatus.class);
      boolean cancelled = in.flag();
      // Rows without a result end here.
      OpaqueBytes result = in.hasMore() ? OpaqueBytes.of(in.bytes()) : null;
      return new Over(code, cancelled, completedAt, result);
    }

    private static List<ClientOperation> operations(FieldReader in) {
      int size = in.count();
      if (size < 0) {
        return null;
      }
      List<ClientOperation> operations = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        operations.add(OPERATION.read(in));
      }
      return List.copyOf(operations);
    }
  }
}
