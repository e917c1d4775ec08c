package dev.rota.end;

import static dev.rota.end.CoresCluster.ASSIGNMENTS;
import static dev.rota.end.CoresCluster.DEAD_LETTERS;
import static dev.rota.end.CoresCluster.LEDGER;
import static dev.rota.end.CoresCluster.OUTCOMES;
import static dev.rota.end.Forgery.added;
import static dev.rota.end.Forgery.field;
import static dev.rota.end.Forgery.flipped;
import static dev.rota.end.Forgery.headed;
import static dev.rota.end.Forgery.lastRemoved;
import static dev.rota.end.Forgery.later;
import static dev.rota.end.Forgery.removed;
import static dev.rota.end.Forgery.repeated;
import static dev.rota.end.Forgery.swapped;

import dev.rota.cores.ClaimOutcome;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.wire.CoresWire;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.road.topics.TurnHeaders;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What can be done to a history: the table of it. */
final class Forgeries {
  private Forgeries() {}

  static Stream<Forgery> all() {
    return Stream.concat(outputs(), Stream.concat(ledger(), inputs()));
  }

  private static Stream<Forgery> outputs() {
    String stray = "repeated, added or out of order";
    return Stream.of(
        new Forgery(
            "an assignment is edited",
            ASSIGNMENTS,
            field(CoreSchedule.getClassSchema(), "rotation", _ -> 99L),
            "the value differs"),
        new Forgery("an assignment is removed", ASSIGNMENTS, removed(), "a record is missing"),
        new Forgery("an assignment is repeated", ASSIGNMENTS, repeated(), stray),
        new Forgery("two assignments change places", ASSIGNMENTS, swapped(), stray),
        new Forgery(
            "an assignment's time is another", ASSIGNMENTS, later(), "the timestamp differs"),
        new Forgery("an assignment's last bit is flipped", ASSIGNMENTS, flipped(), "value differs"),
        new Forgery(
            "the last assignment is removed", ASSIGNMENTS, lastRemoved(), "a record is missing"),
        new Forgery(
            "an outcome is edited",
            OUTCOMES,
            field(ClaimOutcome.getClassSchema(), "collator", _ -> "mallory"),
            "the value differs"),
        new Forgery("an outcome is removed", OUTCOMES, removed(), "a record is missing"),
        new Forgery("an outcome is repeated", OUTCOMES, repeated(), stray),
        new Forgery("two outcomes change places", OUTCOMES, swapped(), stray),
        new Forgery("an outcome is added to a turn", OUTCOMES, added("5/77"), "no turn published"),
        new Forgery(
            "an outcome is added for a turn to come",
            OUTCOMES,
            added("999999/0"),
            "no turn published"),
        new Forgery(
            "an outcome's rule is another",
            OUTCOMES,
            headed(TurnHeaders.RULE, "cores 99"),
            "the rule header differs"),
        new Forgery(
            "an outcome's source is another",
            OUTCOMES,
            headed(TurnHeaders.SOURCE, "claims/0/0"),
            "the source header differs"),
        new Forgery("a dead letter is edited", DEAD_LETTERS, flipped(), "dead letter's bytes"),
        new Forgery("a dead letter is removed", DEAD_LETTERS, removed(), "a record is missing"),
        new Forgery(
            "a dead letter's reason is another",
            DEAD_LETTERS,
            headed(TurnHeaders.REASON, "BAD_KEY"),
            "the rule header differs"));
  }

  private static Stream<Forgery> ledger() {
    UnaryOperator<Object> more = number -> (Long) number + 1;
    return Stream.of(
        new Forgery(
            "a page's number is edited",
            LEDGER,
            field(PageWire.SCHEMA, "number", more),
            "pages are missing before this one"),
        new Forgery("a page's seal is edited", LEDGER, flipped(), "seal"),
        new Forgery("a page's time is another", LEDGER, later(), "the page's timestamp differs"),
        new Forgery("a page is removed", LEDGER, removed(), "pages are missing before this one"),
        new Forgery("a page is repeated", LEDGER, repeated(), "a page is repeated or out of order"),
        new Forgery(
            "two pages change places", LEDGER, swapped(), "pages are missing before this one"),
        new Forgery("the ledger's end is removed", LEDGER, lastRemoved(), "a record that no turn"));
  }

  private static Stream<Forgery> inputs() {
    return Stream.of(
        new Forgery(
            "an input is edited", CoresWire.CLAIMS, flipped(), "an input differs from the ledger"),
        new Forgery(
            "an input's time is another",
            CoresWire.BLOCK_EVENTS,
            later(),
            "an input differs from the ledger"),
        new Forgery(
            "an input is removed", CoresWire.CLAIMS, removed(), "an input differs from the ledger"),
        new Forgery(
            "the last input is removed", CoresWire.CLAIMS, lastRemoved(), "is not on its topic"),
        new Forgery(
            "two inputs change places",
            CoresWire.BLOCK_EVENTS,
            swapped(),
            "an input differs from the ledger"));
  }
}
