package dev.rota.cores.model;

import dev.rota.table.Codec;
import dev.rota.table.FieldReader;
import dev.rota.table.FieldWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** How the rows lie in bytes. A changed form needs another table number. */
final class CoresCodecs {
  static final Codec<Boolean> NOTHING = Codec.of((value, fields) -> {}, fields -> true);

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
                  fields.number(),
                  fields.number(),
                  fields.text(),
                  fields.integer(),
                  fields.integer()));

  static final Codec<BlockRow> BLOCK = Codec.of(CoresCodecs::write, CoresCodecs::readBlock);

  static final Codec<ActiveSession> SESSION =
      Codec.of(CoresCodecs::write, CoresCodecs::readSession);

  private CoresCodecs() {}

  record QueueRow(int cursor, long nextTicket) {}

  /** The cores at the end of a block; the free ones are left out. */
  record BlockRow(long number, Map<Integer, Occupant> occupants, List<Assignment> scheduled) {
    static BlockRow of(CoresView view) {
      Map<Integer, Occupant> occupants = new TreeMap<>();
      for (int core = 0; core < view.cores(); core++) {
        if (view.occupant(core) != null) {
          occupants.put(core, view.occupant(core));
        }
      }
      return new BlockRow(view.block(), occupants, view.scheduled());
    }
  }

  private static void write(BlockRow row, FieldWriter fields) {
    fields.number(row.number()).number(row.occupants().size());
    row.occupants()
        .forEach(
            (core, occupant) ->
                fields
                    .number(core)
                    .flag(occupant.kind() == OccupantKind.PARATHREAD)
                    .number(occupant.para())
                    .text(occupant.collator())
                    .number(occupant.retries())
                    .number(occupant.since()));
    fields.number(row.scheduled().size());
    row.scheduled()
        .forEach(
            entry ->
                fields
                    .number(entry.core())
                    .flag(entry.kind() == OccupantKind.PARATHREAD)
                    .number(entry.para())
                    .text(entry.collator())
                    .number(entry.retries())
                    .number(entry.group()));
  }

  private static OccupantKind kind(FieldReader fields) {
    return fields.flag() ? OccupantKind.PARATHREAD : OccupantKind.PARACHAIN;
  }

  private static BlockRow readBlock(FieldReader fields) {
    long number = fields.number();
    Map<Integer, Occupant> occupants = new TreeMap<>();
    for (int left = fields.integer(); left > 0; left--) {
      occupants.put(
          fields.integer(),
          new Occupant(
              kind(fields), fields.number(), fields.text(), fields.integer(), fields.number()));
    }
    List<Assignment> scheduled = new ArrayList<>();
    for (int left = fields.integer(); left > 0; left--) {
      scheduled.add(
          new Assignment(
              fields.integer(),
              kind(fields),
              fields.number(),
              fields.text(),
              fields.integer(),
              fields.integer()));
    }
    return new BlockRow(number, occupants, scheduled);
  }

  private static void write(ActiveSession session, FieldWriter fields) {
    Parameters p = session.parameters();
    fields.number(session.index()).number(session.startBlock()).number(session.cores());
    fields
        .text(p.rules().name())
        .number(p.parathreadCores())
        .number(p.parathreadRetries())
        .number(p.groupRotationFrequency())
        .number(p.chainAvailabilityPeriod())
        .number(p.threadAvailabilityPeriod())
        .number(p.schedulingLookahead())
        .number(p.maxValidatorsPerCore())
        .number(p.maxValidators().orElse(-1));
    write(session.parachains(), fields);
    write(session.parathreads(), fields);
    write(session.groups(), fields);
  }

  private static ActiveSession readSession(FieldReader fields) {
    long index = fields.number();
    long startBlock = fields.number();
    int cores = fields.integer();
    Parameters parameters =
        new Parameters(
            RuleSet.valueOf(fields.text()),
            fields.number(),
            fields.number(),
            fields.number(),
            fields.number(),
            fields.number(),
            fields.number(),
            fields.number(),
            present(fields.number()));
    Paras parachains = readParas(fields);
    Paras parathreads = readParas(fields);
    return new ActiveSession(
        index, startBlock, cores, parameters, parachains, parathreads, readGroups(fields, cores));
  }

  private static OptionalLong present(long value) {
    return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
  }

  private static void write(Paras paras, FieldWriter fields) {
    fields.number(paras.size());
    for (int i = 0; i < paras.size(); i++) {
      fields.number(paras.at(i));
    }
  }

  private static Paras readParas(FieldReader fields) {
    List<Long> paras = new ArrayList<>();
    for (int left = fields.integer(); left > 0; left--) {
      paras.add(fields.number());
    }
    return Paras.of(paras);
  }

  // The seed, not the order it leads to: 32 bytes instead of one number per validator.
  private static void write(Groups groups, FieldWriter fields) {
    fields.number(groups.validators()).number(groups.active());
    fields.flag(groups.seed().isPresent());
    groups.seed().ifPresent(seed -> fields.raw(seed.bytes()));
  }

  private static Groups readGroups(FieldReader fields, int cores) {
    int validators = fields.integer();
    int active = fields.integer();
    Optional<Seed> seed =
        fields.flag() ? Optional.of(Seed.of(fields.raw(Seed.BYTES))) : Optional.empty();
    return new Groups(validators, seed, active, cores);
  }
}
