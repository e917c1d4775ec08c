package dev.rota.app.records;

import dev.rota.app.clients.RecordSender;
import dev.rota.app.clients.SendTargets;
import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.RootCommand;
import dev.rota.base.lines.LineParser;
import dev.rota.base.lines.LineReader;
import dev.rota.base.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code rota produce}: sends JSON lines as records. */
@Command(
    name = "produce",
    description = {
      "send JSON lines as records",
      "",
      "A line: {\"topic\":…,\"key\":…,\"timestamp\":…,\"value\":{…}}. Defaults: the topic is TOPIC,"
          + " the key is the lane in the value, the timestamp is now. Bytes are text, or 0x and hex"
          + " digits. Invalid lines are reported and skipped."
    })
public final class ProduceCommand implements Callable<Integer> {
  // Hex doubles the size of a value, and a line has more than the value.
  private static final int LINE_BYTES_MAX = 16 << 20;

  @ParentCommand private RootCommand root;
  @Mixin private ConnectionFlags connection;

  @Parameters(
      arity = "0..1",
      paramLabel = "TOPIC",
      completionCandidates = CompletionWords.OfInputs.class,
      description = "topic of lines that name none")
  private String topic;

  @Option(names = "--file", paramLabel = "FILE", description = "read FILE instead of stdin")
  private Path file;

  @Override
  public Integer call() throws IOException {
    Settings settings = connection.kafka(root);
    LineParser parser = new LineParser(Optional.ofNullable(topic));
    try (InputStream in = open();
        ClusterAdmin cluster = ClusterAdmin.open(settings)) {
      if (topic != null) {
        cluster.require(topic);
      }
      try (SendTargets targets = new SendTargets(cluster, settings);
          RecordSender sender = new RecordSender(root, settings, targets)) {
        return sender.sendAll(new LineReader(in, parser, LINE_BYTES_MAX)).code();
      }
    }
  }

  private InputStream open() throws IOException {
    if (file == null) {
      return root.console().in();
    }
    try {
      if (Files.isDirectory(file)) {
        throw new CommandFailure(
            ExitCode.IO, "cannot read " + file, "it is a directory", "pass a file with --file");
      }
      return Files.newInputStream(file);
    } catch (NoSuchFileException e) {
      throw new CommandFailure(
          ExitCode.IO,
          "cannot read " + file,
          "there is no such file",
          "pass another with --file",
          e);
    }
  }
}
