package dev.rota.kernel.ledger;

import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.kernel.ledger.moves.LanePlace;
import dev.rota.kernel.ledger.versions.DomainVersions;
import dev.rota.kernel.table.BadRow;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;

/**
 * How far a lane has come, stored and committed with the lane's rows.
 *
 * @param number of the last turn; 0 before the first
 * @param atMillis the last turn's time
 * @param stateDigest of the lane's rows, as they were saved last
 * @param nextMillis the earliest pending deadline, or {@link Engine#NEVER}
 * @param rules the version of the rules in force; 0: the lane is new
 * @param stuck true: the rules fail over a deadline, so that later ones are to be asked at once
 * @param place whether the lane is here, or has moved
 */
public record LaneCursor(
    long number,
    long atMillis,
    long stateDigest,
    long nextMillis,
    int rules,
    boolean stuck,
    LanePlace place) {
  static final LaneCursor START = new LaneCursor(0, 0, 0, Engine.NEVER, 0, false, LanePlace.HOME);

  /** Before all times: the rules in force fail, and others may help at once. */
  static final long OVERDUE = Long.MIN_VALUE;

  /** As kept checkpoints have it: auditors of all releases must write the same. */
  static final Codec<LaneCursor> CODEC = Codec.of(LaneCursor::write, LaneCursor::read);

  /** With more fields behind it, so that the place is always there. */
  static final Codec<LaneCursor> BEFORE_OTHERS = Codec.of(LaneCursor::writeWhole, LaneCursor::read);

  private static final long NONE = -1;

  /** After a turn that left the state alone. */
  LaneCursor next(long nowMillis) {
    return new LaneCursor(number + 1, nowMillis, stateDigest, nextMillis, rules, stuck, place);
  }

  /** With the next deadline. */
  LaneCursor due(long atNextMillis, boolean rulesFail) {
    return new LaneCursor(number, atMillis, stateDigest, atNextMillis, rules, rulesFail, place);
  }

  /** Returns true if the lane adopts other rules before its next turn. */
  boolean adopts(DomainVersions versions) {
    return number > 0 && isHere() && versions.adopted(rules) != rules;
  }

  /** The earliest pending deadline of a lane that adopts other rules: at once if its own fail. */
  long nextToAdopt() {
    return Math.max(atMillis, stuck ? OVERDUE : nextMillis);
  }

  /** With the digest of rows that are saved now. */
  LaneCursor digested(long savedDigest) {
    return new LaneCursor(number, atMillis, savedDigest, nextMillis, rules, stuck, place);
  }

  /** Returns true if the lane takes its turns here. */
  public boolean isHere() {
    return place.isHere();
  }

  /** How many of the lane's turns this partition's ledger has. */
  long ownTurns() {
    return number - place.elsewhere();
  }

  /** After the turn with which the lane leaves. It has no rows then. */
  LaneCursor left(int to) {
    return new LaneCursor(number + 1, atMillis, 0, Engine.NEVER, rules, false, place.left(to));
  }

  /**
   * After the turn with which a piece comes.
   *
   * @param rowsDigest of the rows so far
   */
  LaneCursor arrived(LaneArrival piece, int inForce, long pieceMillis, long rowsDigest) {
    boolean whole = piece.isLast();
    return new LaneCursor(
        piece.number(),
        pieceMillis,
        rowsDigest,
        whole ? piece.state().nextMillis() : Engine.NEVER,
        inForce,
        whole && piece.state().stuck(),
        place.arrived(piece, number));
  }

  /** Before the turn with which that piece has come. */
  LaneCursor before(LaneArrival piece) {
    long turn = piece.number() - 1;
    return new LaneCursor(turn, atMillis, stateDigest, nextMillis, rules, stuck, place);
  }

  /** With these rules in force. */
  LaneCursor ruled(int inForce) {
    return new LaneCursor(number, atMillis, stateDigest, nextMillis, inForce, stuck, place);
  }

  private void write(FieldWriter fields) {
    writeWithoutPlace(fields);
    if (!place.equals(LanePlace.HOME)) {
      place.write(fields);
    }
  }

  private void writeWhole(FieldWriter fields) {
    writeWithoutPlace(fields);
    place.write(fields);
  }

  /** The number is negative: a positive one began the rows of 0.1, which had another form. */
  private void writeWithoutPlace(FieldWriter fields) {
    fields.number(-number).number(atMillis).number(stateDigest);
    long next = nextMillis == Engine.NEVER ? NONE : nextMillis;
    fields.number(next).number(rules).number(stuck ? 1 : 0);
  }

  private static LaneCursor read(FieldReader fields) {
    long number = -fields.number();
    if (number < 0) {
      throw new BadRow("it has the form of Rota 0.1, or is damaged");
    }
    long atMillis = fields.number();
    long stateDigest = fields.number();
    long next = fields.number();
    long nextMillis = next == NONE ? Engine.NEVER : next;
    int rules = fields.integer(Integer.MAX_VALUE);
    boolean stuck = fields.number() != 0;
    LanePlace place = LanePlace.read(fields);
    return new LaneCursor(number, atMillis, stateDigest, nextMillis, rules, stuck, place);
  }
}
