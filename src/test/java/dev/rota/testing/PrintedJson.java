package dev.rota.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import dev.rota.app.Main;
import dev.rota.app.OutputSchema;
import dev.rota.app.console.Console;
import dev.rota.app.console.RootCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Holds what verbs print to their JSON Schemas. All tests that run a verb come through here, so
 * what is printed anywhere is described.
 */
public final class PrintedJson {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final SchemaRegistry SCHEMAS =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          builder ->
              builder.schemaRegistryConfig(
                  SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));

  /** They print lines of JSON with any format. */
  private static final Set<String> ALWAYS =
      Set.of("consume", "simulate", "generate", "export", "capsule");

  /** Errors, refused lines, the version. */
  private static final String ROOT = "rota";

  private static final String HELP = "rota-help";

  private static final Map<String, Optional<Schema>> KNOWN = new ConcurrentHashMap<>();

  private PrintedJson() {}

  /** Runs a command, and checks all that is printed or would be with {@code -o json}. */
  public static int run(
      String[] words, Console console, ByteArrayOutputStream out, ByteArrayOutputStream err) {
    List<String> reports = new ArrayList<>();
    Reported root = new Reported(console, reports);
    int exit = Main.run(words, root);
    check(words, root.json(), reports, new Printed(out.toString(UTF_8), err.toString(UTF_8)));
    return exit;
  }

  /** What a command has printed. */
  private record Printed(String out, String err) {}

  /** Reports are JSON and text at once, whichever is printed. */
  private static final class Reported extends RootCommand {
    private final List<String> reports;

    Reported(Console console, List<String> reports) {
      super(console);
      this.reports = reports;
    }

    @Override
    public void report(String json, List<String> text) throws IOException {
      reports.add(json);
      super.report(json, text);
    }
  }

  private static void check(String[] words, boolean json, List<String> reports, Printed printed) {
    printed
        .err()
        .lines()
        .filter(line -> line.startsWith("{\"error\":") || line.startsWith("{\"refused\":"))
        .forEach(line -> check(ROOT, line));
    if (!json && reports.isEmpty() && Arrays.stream(words).noneMatch(ALWAYS::contains)) {
      return;
    }
    verb(words)
        .ifPresent(
            verb -> {
              reports.forEach(line -> check(verb, line));
              if (json || (reports.isEmpty() && ALWAYS.contains(verb.split("-", -1)[1]))) {
                printed.out().lines().forEach(line -> check(verb, line));
              }
            });
  }

  /** The verb whose schema holds; empty: none is meant, or the verb prints a schema. */
  private static Optional<String> verb(String... words) {
    ParseResult at;
    try {
      at = Main.line(new RootCommand(nowhere())).parseArgs(words);
    } catch (ParameterException _) {
      return Optional.empty();
    }
    for (; at != null; at = at.subcommand()) {
      if (at.isUsageHelpRequested()) {
        return Optional.of(HELP);
      }
      if (at.isVersionHelpRequested()) {
        return Optional.of(ROOT);
      }
      if (at.hasMatchedOption("--schema")) {
        return Optional.empty();
      }
      if (!at.hasSubcommand()) {
        String verb = at.commandSpec().qualifiedName("-");
        return Optional.of(verb.startsWith(HELP) ? HELP : verb).filter(one -> !one.equals(ROOT));
      }
    }
    return Optional.empty();
  }

  /** A console for a command line that is only looked at. */
  public static Console nowhere() {
    return new Console(
        InputStream.nullInputStream(),
        OutputStream.nullOutputStream(),
        new PrintStream(OutputStream.nullOutputStream(), false, UTF_8),
        Map.of(),
        false,
        false);
  }

  /** Checks a line that the verb has printed, such as {@code rota-dlq-list}. */
  public static void check(String verb, String line) {
    Optional<Schema> schema = KNOWN.computeIfAbsent(verb, PrintedJson::schema);
    if (schema.isEmpty()) {
      assertThat(line).as(verb + " prints JSON, and has no schema").doesNotStartWith("{");
      return;
    }
    try {
      JsonNode printed = JSON.readTree(line);
      assertThat(schema.get().validate(printed)).as("%s: %s", verb, line).isEmpty();
    } catch (IOException e) {
      throw new AssertionError(verb + " with -o json prints a line that is none: " + line, e);
    }
  }

  private static Optional<Schema> schema(String verb) {
    try {
      return OutputSchema.of(verb).map(SCHEMAS::getSchema);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
