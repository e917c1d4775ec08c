package dev.rota.lab.verbs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.app.Main;
import dev.rota.app.console.Console;
import dev.rota.app.console.NameLookup;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.embedded.DataDir;
import dev.rota.lab.embedded.LocalBroker;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.ExportedLogs;
import dev.rota.road.stream.NativeLibraries;
import dev.rota.serving.serve.LiveServer;
import dev.rota.serving.serve.ServerAccess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Goes the way of the commands that people wait for, so that the JVM notes which classes they need:
 * the launcher makes an archive of those. It prints nothing.
 */
final class ClassArchiveTraining {
  private ClassArchiveTraining() {}

  public static void main(String[] args) throws IOException {
    NativeLibraries.claim();
    try (DataDir dir = DataDir.open(null)) {
      run("--help");
      run("--version");
      for (String domain : NameLookup.names()) {
        offline(domain, dir.state());
      }
      try (LocalBroker broker = LocalBroker.start(dir.kafka(), 0)) {
        run("topics", "create", "-b", broker.bootstrap());
        ask("cores", "-b", broker.bootstrap(), "--key", "polkadot");
      }
    }
    System.exit(0); // as a command ends
  }

  private static void offline(String domain, Path dir) throws IOException {
    String lines = dir.resolve(domain + ".jsonl").toString();
    String ledger = dir.resolve(domain + ".ledger").toString();
    run("simulate", domain, "--seed", "1", "--hours", "0.02", "--save", lines);
    run("simulate", domain, "--file", lines, "--export", ledger);
    ask(domain, "--from", ledger);
    if (domain.equals("cores")) {
      served(NameLookup.domain(domain), Path.of(ledger));
    }
  }

  /** A follower answers, too. */
  private static void served(Domain domain, Path ledger) throws IOException {
    ExportedLogs logs = ExportedLogs.read(ledger);
    try (LiveDomain live =
            LiveDomain.start(domain, () -> logs, CheckpointChoice.BEGINNING, Set.of());
        LiveServer server = LiveServer.start(List.of(live), ServerAccess.local(0))) {
      String[] where = {"--url", server.url(), "--key", logs.lane()};
      run(words(where, "state", domain.name()));
      run(words(where, "query", domain.name(), "state"));
      run(words(where, "why", domain.name(), "1"));
    }
  }

  /** The things need not be there: what is said of them is printed by the same classes. */
  private static void ask(String domain, String... where) {
    run(words(where, "state", domain));
    run(words(where, "query", domain, "state"));
    run(words(where, "why", domain, "1"));
    run(words(where, "forecast", domain, "1"));
  }

  private static String[] words(String[] last, String... first) {
    return Stream.concat(Stream.of(first), Stream.of(last)).toArray(String[]::new);
  }

  private static void run(String... words) {
    OutputStream nothing = OutputStream.nullOutputStream();
    PrintStream silent = new PrintStream(nothing, false, UTF_8);
    Console console =
        new Console(InputStream.nullInputStream(), nothing, silent, Map.of(), false, false);
    var _ = Main.run(words, console);
  }
}
