package dev.rota.cores.model;

import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The binary encoding of rows. A new format needs a new table number. */
final class CoresCodecs {
  static final Codec<QueueRow> QUEUE =
      Codec.of(
          (row, fields) -> fields.number(row.cursor()).number(row.nextTicket()),
          fields -> new QueueRow(fields.integer(), fields.number()));

  static final Codec<QueuedClaim> CLAIM =
      Codec.of(
          (claim, fields) ->
              fields
                  .number(claim.ticket())
                  .number(claim.para())
                  .text(claim.collator())
                  .number(claim.retries())
                  .number(claim.offset()),
          fields ->
              new QueuedClaim(
                  fields.number(), fields.number(), fields.text(), fields.integer(), core(fields)));

  static final Codec<Integer> CORE =
      Codec.of((core, fields) -> fields.number(core), CoresCodecs::core);

  private static final Codec<CoreOccupant> OCCUPANT =
      Codec.of(
          (occupant, fields) ->
              fields
                  .flag(occupant.kind() == OccupantKind.PARATHREAD)
                  .number(occupant.para())
                  .text(occupant.collator())
                  .number(occupant.retries())
                  .number(occupant.since()),
          fields ->
              new CoreOccupant(
                  kind(fields), fields.number(), fields.text(), fields.integer(), fields.number()));

  private static final Codec<CoreAssignment> ASSIGNMENT =
      Codec.of(
          (entry, fields) ->
              fields
                  .number(entry.core())
                  .flag(entry.kind() == OccupantKind.PARATHREAD)
                  .number(entry.para())
                  .text(entry.collator())
                  .number(entry.retries())
                  .number(entry.group()),
          fields ->
              new CoreAssignment(
                  core(fields),
                  kind(fields),
                  fields.number(),
                  fields.text(),
                  fields.integer(),
                  fields.integer()));

  static final Codec<BlockRow> BLOCK =
      Codec.of(
          (row, fields) ->
              fields
                  .number(row.number())
                  .map(row.occupants(), CORE, OCCUPANT)
                  .list(row.scheduled(), ASSIGNMENT),
          fields ->
              new BlockRow(fields.number(), fields.map(CORE, OCCUPANT), fields.list(ASSIGNMENT)));

  private static final Codec<SessionSeed> SEED =
      Codec.of(
          (seed, fields) -> fields.raw(seed.bytes()),
          in -> SessionSeed.of(in.raw(SessionSeed.BYTES)));

  private static final Codec<CoreShare> SHARE =
      Codec.of(
          (share, fields) -> fields.symbol(share.use()).number(share.para()).number(share.parts()),
          fields ->
              new CoreShare(
                  fields.symbol(CoreShare.Use.class),
                  fields.number(),
                  fields.integer(CoreShare.WHOLE)));

  private static final Codec<ShareSchedule> SHARES =
      Codec.of(
          (schedule, fields) ->
              fields
                  .number(schedule.begin())
                  .list(schedule.shares(), SHARE)
                  .number(schedule.end().orElse(-1)),
          fields ->
              new ShareSchedule(
                  fields.number(), List.copyOf(fields.list(SHARE)), present(fields.number())));

  private static final Codec<Integer> CREDIT =
      Codec.of(
          (credit, fields) -> fields.number(credit), fields -> fields.integer(CoreShare.WHOLE));

  private static final Codec<ShareRound> ROUND =
      Codec.of(
          (round, fields) -> {
            SHARES.write(round.schedule(), fields);
            fields.number(round.position()).list(round.credits(), CREDIT);
          },
          fields -> {
            ShareSchedule schedule = SHARES.read(fields);
            int position = fields.integer(schedule.shares().size() - 1);
            return ShareRound.of(schedule, position, fields.list(CREDIT));
          });

  private static final Codec<CoretimeTerms> TERMS =
      Codec.of(
          (terms, fields) ->
              fields
                  .number(terms.cores())
                  .bytes(terms.baseFee().toByteArray())
                  .number(terms.price().queueMax())
                  .number(terms.price().target())
                  .number(terms.price().variability()),
          fields ->
              new CoretimeTerms(
                  fields.number(),
                  new BigInteger(fields.bytes()),
                  new SpotTraffic.Terms(fields.number(), fields.number(), fields.number())));

  static final Codec<CoreAgenda> AGENDA =
      Codec.of(
          (agenda, fields) ->
              fields.optional(agenda.round().orElse(null), ROUND).list(agenda.queued(), SHARES),
          fields ->
              new CoreAgenda(
                  Optional.ofNullable(fields.optional(ROUND)), List.copyOf(fields.list(SHARES))));

  static final Codec<SpotOrder> ORDER =
      Codec.of(
          (order, fields) ->
              fields
                  .number(order.ticket())
                  .number(order.para())
                  .text(order.collator())
                  .number(order.block()),
          fields ->
              new SpotOrder(fields.number(), fields.number(), fields.text(), fields.number()));

  static final Codec<SpotRow> SPOT =
      Codec.of(
          (row, fields) ->
              fields.bytes(row.traffic().parts().toByteArray()).number(row.nextTicket()),
          fields -> new SpotRow(new SpotTraffic(new BigInteger(fields.bytes())), fields.number()));

  static final Codec<ActiveSession> SESSION = Codec.of(CoresCodecs::write, CoresCodecs::session);

  private CoresCodecs() {}

  /** How dear orders are, and the ticket of the next one. */
  record SpotRow(SpotTraffic traffic, long nextTicket) {
    static final SpotRow NONE = new SpotRow(SpotTraffic.ONE, 0);
  }

  record QueueRow(int cursor, long nextTicket) {}

  /** The cores at the end of a block, without free ones. */
  record BlockRow(
      long number, Map<Integer, CoreOccupant> occupants, List<CoreAssignment> scheduled) {
    static BlockRow of(CoresView view) {
      Map<Integer, CoreOccupant> occupants = new TreeMap<>();
      for (int core = 0; core < view.cores(); core++) {
        if (view.occupant(core) != null) {
          occupants.put(core, view.occupant(core));
        }
      }
      return new BlockRow(view.block(), occupants, view.scheduled());
    }
  }

  private static void write(ActiveSession session, FieldWriter fields) {
    SessionParameters p = session.parameters();
    fields.number(session.index()).number(session.startBlock()).number(session.cores());
    fields
        .symbol(p.rules())
        .number(p.parathreadCores())
        .number(p.parathreadRetries())
        .number(p.groupRotationFrequency())
        .number(p.chainAvailabilityPeriod())
        .number(p.threadAvailabilityPeriod())
        .number(p.schedulingLookahead())
        .number(p.maxValidatorsPerCore())
        .number(p.maxValidators().orElse(-1))
        .list(session.parachains().list(), Codec.NUMBER)
        .list(session.parathreads().list(), Codec.NUMBER);
    // Stores the seed instead of the order: 32 bytes instead of one number per validator.
    ValidatorGroups groups = session.groups();
    fields
        .number(groups.validators())
        .number(groups.active())
        .optional(groups.seed().orElse(null), SEED);
    if (p.rules() == RuleSet.CORETIME) {
      TERMS.write(p.coretime().orElseThrow(), fields);
    }
  }

  private static ActiveSession session(FieldReader fields) {
    long index = fields.number();
    long startBlock = fields.number();
    int cores = fields.integer(NumberLimits.CORES_MAX);
    SessionParameters parameters =
        new SessionParameters(
            fields.symbol(RuleSet.class),
            fields.number(),
            fields.number(),
            fields.number(),
            fields.number(),
            fields.number(),
            fields.number(),
            fields.number(),
            present(fields.number()));
    ParaSet parachains = ParaSet.of(fields.list(Codec.NUMBER));
    ParaSet parathreads = ParaSet.of(fields.list(Codec.NUMBER));
    int validators = fields.integer(NumberLimits.VALIDATORS_MAX);
    int active = fields.integer(validators);
    Optional<SessionSeed> seed = Optional.ofNullable(fields.optional(SEED));
    ValidatorGroups groups = new ValidatorGroups(validators, seed, active, cores);
    return new ActiveSession(
        index,
        startBlock,
        cores,
        parameters.rules() == RuleSet.CORETIME ? parameters.with(TERMS.read(fields)) : parameters,
        parachains,
        parathreads,
        groups);
  }

  private static OptionalLong present(long value) {
    return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
  }

  /** The state has a place for each core up to the last one. */
  private static int core(FieldReader fields) {
    return fields.integer(NumberLimits.CORES_MAX);
  }

  private static OccupantKind kind(FieldReader fields) {
    return fields.flag() ? OccupantKind.PARATHREAD : OccupantKind.PARACHAIN;
  }
}
