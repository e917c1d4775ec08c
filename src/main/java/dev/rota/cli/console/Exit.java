package dev.rota.cli.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What the program ends with. */
public enum Exit {
  OK(0, "all went well"),
  DIFFERS(1, "the thing checked is not so: an audit differs, a schema is incompatible"),
  USAGE(2, "the command or its input is not as it should be"),
  NOT_FOUND(3, "no such topic, lane, job, …"),
  REFUSED(4, "the engine refused it"),
  UNAVAILABLE(69, "Kafka or the registry does not answer"),
  BUG(70, "a fault of the program itself"),
  IO(74, "local files or streams cannot be read or written"),
  AGAIN(75, "not now: try again"),
  NOT_AUTHORISED(77, "not authenticated, or not authorised"),
  CONFIGURATION(78, "the settings, or the cluster's, cannot be used"),
  INTERRUPTED(130, "ended by Ctrl-C"),
  PIPE_CLOSED(141, "whoever read the output went away"),
  TERMINATED(143, "ended by SIGTERM");

  private final int code;
  private final String meaning;

  Exit(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  public int code() {
    return code;
  }

  public String meaning() {
    return meaning;
  }

  /** All codes, an object on a line each. */
  public static String json() {
    return Arrays.stream(values())
        .map(
            exit ->
                JsonNodeFactory.instance
                    .objectNode()
                    .put("code", exit.code)
                    .put("name", exit.name())
                    .put("meaning", exit.meaning)
                    .toString())
        .collect(Collectors.joining("\n"));
  }

  /** All codes, a line each. */
  public static String table() {
    return Arrays.stream(values())
        .map(exit -> "%5d  %s%n".formatted(exit.code, exit.meaning))
        .collect(Collectors.joining());
  }
}
