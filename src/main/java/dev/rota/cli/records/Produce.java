package dev.rota.cli.records;

import dev.rota.cli.clients.Sender;
import dev.rota.cli.clients.Targets;
import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Connection;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import dev.rota.cli.console.Root;
import dev.rota.cli.console.Words;
import dev.rota.lines.LineParser;
import dev.rota.lines.LineReader;
import dev.rota.settings.Settings;
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

/** {@code rota produce}: JSON lines in, records out. */
@Command(
    name = "produce",
    description = {
      "send JSON lines as records",
      "",
      "A line: {\"topic\":…,\"key\":…,\"timestamp\":…,\"value\":{…}}. Without a topic it goes to"
          + " TOPIC, without a key to the lane that its value names, without a timestamp it is"
          + " sent as of now. Bytes are 0x and hex digits, or text. Lines that cannot be sent are"
          + " told, the others are sent."
    })
public final class Produce implements Callable<Integer> {
  // A line of hex is twice its bytes, and says more than its value.
  private static final int LINE_BYTES_MAX = 16 << 20;

  @ParentCommand private Root root;
  @Mixin private Connection connection;

  @Parameters(
      arity = "0..1",
      paramLabel = "TOPIC",
      completionCandidates = Words.OfInputs.class,
      description = "for lines that name none")
  private String topic;

  @Option(names = "--file", paramLabel = "FILE", description = "read this instead of stdin")
  private Path file;

  @Override
  public Integer call() throws IOException {
    Settings settings = connection.kafka(root);
    LineParser parser = new LineParser(Optional.ofNullable(topic));
    try (InputStream in = open();
        Cluster cluster = Cluster.open(settings)) {
      if (topic != null) {
        cluster.require(topic);
      }
      try (Targets targets = new Targets(cluster, settings);
          Sender sender = new Sender(root, settings, targets)) {
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
        throw new Failure(
            Exit.IO, "cannot read " + file, "it is a directory", "name a file with --file");
      }
      return Files.newInputStream(file);
    } catch (NoSuchFileException e) {
      throw new Failure(
          Exit.IO, "cannot read " + file, "there is no such file", "name another with --file", e);
    }
  }
}
