package dev.rota.cores.model;

import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
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

  private static final Codec<Integer> CORE =
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

  static final Codec<ActiveSession> SESSION = Codec.of(CoresCodecs::write, CoresCodecs::session);

  private CoresCodecs() {}

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
    return new ActiveSession(index, startBlock, cores, parameters, parachains, parathreads, groups);
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
