package dev.rota.app.letters;

import dev.rota.kernel.domain.Output;
import dev.rota.road.letters.DeadLetter;
import dev.rota.road.letters.RecordPlace;

/** What to do about a dead letter, by its reason. */
final class NextStep {
  private NextStep() {}

  /**
   * Returns a sentence with a command.
   *
   * @param to where it was sent again; null: it was not
   */
  static String of(DeadLetter letter, String domain, RecordPlace to) {
    if (to != null) {
      return "nothing: it is sent again. If that failed, it is a dead letter of its own";
    }
    String again = "rota dlq replay " + domain + " --reason " + letter.reason();
    return switch (letter.reason()) {
      case "UNKNOWN_SCHEMA" ->
          "register the schema, or let the engine reach its registry; then '%s'".formatted(again);
      case "WRONG_PARTITION" ->
          "let the sender partition as Kafka's own does; '%s' sends it to its partition"
              .formatted(again);
      case "BAD_KEY" -> edited(letter, domain, "correct the key, or the lane in the value");
      case "BAD_HEADERS" -> edited(letter, domain, "leave out headers");
      case Output.LIMIT -> edited(letter, domain, "shorten the value");
      case "AVRO_DECODE", "BAD_FRAMING", "EMPTY_VALUE", "WRONG_TYPE" ->
          "correct its sender; " + edited(letter, domain, "write the value as it was meant");
      case Output.TURN_TOO_LARGE ->
          edited(letter, domain, "shorten the value to a first part")
              + "; 'rota produce' sends the others";
      case Output.TOO_LARGE ->
          "raise input.bytes.max on every engine, or send less; the input is at "
              + letter.source().map(RecordPlace::toString).orElse("an unknown place");
      case Output.ENGINE_FAULT, Output.LANE_SET_ASIDE ->
          "this is a bug: report it. With rules that are corrected, '%s'".formatted(again);
      case Output.DEADLINE_FAULT ->
          "this is a bug: report it. There is no input: new rules try the deadline again";
      default -> "no engine of this version wrote it: ask who writes to this topic";
    };
  }

  private static String edited(DeadLetter letter, String domain, String how) {
    RecordPlace place = letter.place();
    return ("print it by 'rota dlq show %s %d/%d -o json', %s, and send it by"
            + " 'rota dlq replay %s --edited FILE'")
        .formatted(domain, place.partition(), place.offset(), how, domain);
  }
}
