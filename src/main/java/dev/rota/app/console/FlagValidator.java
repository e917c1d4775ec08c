package dev.rota.app.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.road.topics.LaneKey;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Validates values of flags. Null: not given.
 *
 * @param verb whose usage is shown with an error
 */
public record FlagValidator(CommandSpec verb) {
  public void notNegative(String flag, Number said) {
    if (said != null && said.longValue() < 0) {
      throw usage(flag + " is negative");
    }
  }

  public void within(String flag, Number said, long min, long max) {
    if (said != null && (said.longValue() < min || said.longValue() > max)) {
      throw usage(flag + " is " + said + "; expected " + min + " to " + max);
    }
  }

  public void lane(String flag, String said) {
    if (!LaneKey.isLane(said.getBytes(UTF_8))) {
      throw usage(
          "%s is '%s'; expected a lane such as polkadot: %s"
              .formatted(flag, said, LaneKey.GRAMMAR));
    }
  }

  public ParameterException usage(String why) {
    return new ParameterException(verb.commandLine(), why);
  }
}
