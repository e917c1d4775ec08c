package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.app.console.Console;
import dev.rota.testing.Patience;
import dev.rota.testing.PrintedJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a command of the program came to, run in this process.
 *
 * @param out standard output
 * @param err standard error
 */
record CommandLine(int exit, String out, String err) {
  static CommandLine run(String... words) {
    return run(Map.of(), "", words);
  }

  /**
   * Runs a command, which has patience with a busy broker.
   *
   * @param variables the rest of its environment
   * @param in its standard input
   */
  static CommandLine run(Map<String, String> variables, String in, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Map<String, String> environment = new HashMap<>(Patience.OF_COMMANDS);
    environment.putAll(variables);
    Console console =
        new Console(
            new ByteArrayInputStream(in.getBytes(UTF_8)),
            out,
            new PrintStream(err, true, UTF_8),
            environment,
            false,
            false);
    int exit = PrintedJson.run(words, console, out, err);
    return new CommandLine(exit, out.toString(UTF_8), err.toString(UTF_8));
  }

  /**
   * Runs another program, as users see it: what it prints goes together.
   *
   * @param in its folder
   * @return exit code 127 if there is none of that name
   */
  static CommandLine ofProgram(Path in, List<String> words)
      throws IOException, InterruptedException {
    Path printed = Files.createTempFile("printed", ".txt");
    try {
      Process process =
          new ProcessBuilder(words)
              .directory(in.toFile())
              .redirectErrorStream(true)
              .redirectOutput(printed.toFile())
              .start();
      int exit = process.waitFor();
      return new CommandLine(exit, Files.readString(printed), "");
    } catch (IOException e) {
      return new CommandLine(127, e.getMessage(), "");
    } finally {
      Files.delete(printed);
    }
  }
}
