package dev.rota.cli.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.topics.LaneKey;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * What flags of a verb may say.
 *
 * @param verb whose usage is shown where one says something else
 */
record Flags(CommandSpec verb) {
  /** Null is not said. */
  void notNegative(String flag, Number said) {
    if (said != null && said.longValue() < 0) {
      throw usage(flag + " is negative");
    }
  }

  void within(String flag, long said, long min, long max) {
    if (said < min || said > max) {
      throw usage(flag + " is " + said + "; expected " + min + " to " + max);
    }
  }

  void lane(String flag, String said) {
    if (!LaneKey.isLane(said.getBytes(UTF_8))) {
      throw usage(flag + " must match " + LaneKey.GRAMMAR);
    }
  }

  ParameterException usage(String why) {
    return new ParameterException(verb.commandLine(), why);
  }
}
