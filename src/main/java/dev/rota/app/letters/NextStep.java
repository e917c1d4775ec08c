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
    RecordPlace place = letter.place();
    String at = domain + " " + place.partition() + "/" + place.offset();
    String fix = "rota dlq fix " + at;
    String again = "rota dlq replay " + domain + " --reason " + letter.reason();
    return switch (letter.reason()) {
      case "UNKNOWN_SCHEMA" ->
          "register the schema, or let the engine reach its registry; then '%s'".formatted(again);
      case "WRONG_PARTITION" ->
          "let the sender partition as Kafka's own does; '%s' sends it to its partition"
              .formatted(again);
      case "BAD_KEY" -> "'%s --key LANE', or correct the value with --set".formatted(fix);
      case "BAD_HEADERS" -> "'%s --drop-headers'".formatted(fix);
      case Output.LIMIT -> "'%s --set FIELD=VALUE' with less".formatted(fix);
      case "AVRO_DECODE", "BAD_FRAMING", "EMPTY_VALUE", "WRONG_TYPE" ->
          "correct its sender; '%s --value FILE' sends it as it was meant".formatted(fix);
      case Output.TURN_TOO_LARGE -> "send it in parts: '%s --set FIELD=VALUE'".formatted(fix);
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
}
