package dev.rota.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.app.console.Console;
import dev.rota.testing.PrintedJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** What a command said and ended with. */
public record Ran(int code, String out, String err) {
  /** In an environment that knows of no {@code rota dev}. */
  public static Ran rota(String... args) {
    return rota(Map.of("ROTA_HOME", "/nonexistent"), "", args);
  }

  public static Ran rota(Map<String, String> variables, String in, String... args) {
    var out = new ByteArrayOutputStream();
    Ran ran = into(out, variables, in, args);
    return new Ran(ran.code(), out.toString(UTF_8), ran.err());
  }

  public static Ran into(
      OutputStream out, Map<String, String> variables, String in, String... args) {
    var err = new ByteArrayOutputStream();
    var stdin = new ByteArrayInputStream(in.getBytes(UTF_8));
    var console =
        new Console(stdin, out, new PrintStream(err, true, UTF_8), variables, false, false);
    int code =
        out instanceof ByteArrayOutputStream kept
            ? PrintedJson.run(args, console, kept, err)
            : Main.run(args, console);
    return new Ran(code, "", err.toString(UTF_8));
  }

  public List<String> lines() {
    return out.lines().toList();
  }
}
