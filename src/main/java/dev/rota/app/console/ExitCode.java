package dev.rota.app.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Exit codes of the program. */
public enum ExitCode {
  OK(0, "success"),
  DIFFERS(
      1,
      "a check failed: the audit found a difference, a proof does not hold, a schema is"
          + " incompatible, the doctor found a fault, something speaks against a restart"),
  USAGE(2, "the command line or its input is invalid"),
  NOT_FOUND(3, "a topic, lane, job or the like does not exist"),
  REFUSED(4, "the engine refused the input"),
  BY_WORD(5, "the audit began with a kept checkpoint: earlier turns are not verified"),
  UNAVAILABLE(
      69,
      "Kafka, the schema registry, the identity provider or what serves a notary's log does not"
          + " answer"),
  BUG(70, "a bug in Rota"),
  IO(74, "local files or streams cannot be read or written"),
  AGAIN(75, "temporarily unavailable: try again"),
  NOT_AUTHORISED(77, "authentication or authorisation failed"),
  CONFIGURATION(78, "Rota or the cluster is misconfigured"),
  INTERRUPTED(130, "stopped by Ctrl-C"),
  PIPE_CLOSED(141, "the reader of the output closed the pipe"),
  TERMINATED(143, "stopped by SIGTERM");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  public int code() {
    return code;
  }

  public String meaning() {
    return meaning;
  }

  /** Returns all codes, one JSON object per line. */
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

  /** Returns all codes, one per line. */
  public static String table() {
    return Arrays.stream(values())
        .map(exit -> "%5d  %s%n".formatted(exit.code, exit.meaning))
        .collect(Collectors.joining());
  }
}
