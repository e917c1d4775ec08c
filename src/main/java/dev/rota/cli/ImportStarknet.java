package dev.rota.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.domain.Domain;
import dev.rota.lines.BadLine;
import dev.rota.settings.Settings;
import dev.rota.starknet.StarknetReader;
import dev.rota.starknet.StarknetTransaction;
import dev.rota.stream.LaneKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota import starknet}: transactions of a real chain for a pool of shards. */
@Command(
    name = "starknet",
    description = {
      "send transactions of Starknet, as lines of JSON, to a pool of shards",
      "",
      "Each contract is a shard; the block's number and time are the block environment. A"
          + " transaction adds 1 to a number of its contract's storage that is named as its type:"
          + " what it really did is not in the file. The import ends when every transaction is in"
          + " a block, or has failed or been refused."
    })
final class ImportStarknet implements Callable<Integer> {
  private static final String DOMAIN = "shards";
  private static final long TOLD_MAX = 100;

  @ParentCommand private ImportCommand parent;
  @Mixin private Connection connection;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "the lines, plain or gzipped")
  private Path file;

  @Option(
      names = "--pool",
      paramLabel = "NAME",
      defaultValue = "starknet",
      description = "the lane; default: ${DEFAULT-VALUE}")
  private String pool;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "0",
      description = "transactions per second; 0: as fast as they are taken, which is the default")
  private int rate;

  @Option(names = "--limit", paramLabel = "N", description = "stop after so many transactions")
  private Long limit;

  private long unreadable;

  @Override
  public Integer call() throws IOException {
    check();
    Root root = parent.root();
    Settings settings = connection.settings(root);
    Loudness.hushClients(root);
    Domain<?, ?, ?> domain = Catalogue.domain(DOMAIN);
    try (InputStream in = open();
        StarknetReader lines = new StarknetReader(in);
        LivePool live = LivePool.open(root, settings, domain, pool, rate)) {
      send(root, lines, live);
      PoolReport report = live.settle();
      if (root.json()) {
        root.console().line(report.json(unreadable));
      } else {
        for (String line : report.text(unreadable)) {
          root.console().line(line);
        }
      }
      return report.exit(unreadable).code();
    }
  }

  private void check() {
    if (rate < 0) {
      throw usage("--rate is negative");
    }
    if (limit != null && limit < 0) {
      throw usage("--limit is negative");
    }
    if (!LaneKey.isLane(pool.getBytes(UTF_8))) {
      throw usage("--pool must match " + LaneKey.GRAMMAR);
    }
  }

  private ParameterException usage(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  private InputStream open() throws IOException {
    try {
      return Files.newInputStream(file);
    } catch (NoSuchFileException e) {
      throw new Failure(
          Exit.IO, "cannot read " + file, "there is no such file", "name another one", e);
    }
  }

  private void send(Root root, StarknetReader lines, LivePool live) throws IOException {
    Progress progress = new Progress(root, "sent");
    long sent = 0;
    while (limit == null || sent < limit) {
      try {
        Optional<StarknetTransaction> next = lines.next();
        if (next.isEmpty()) {
          break;
        }
        live.send(next.get());
        progress.at(++sent);
      } catch (BadLine bad) {
        refuse(root, lines.lineNumber(), bad);
      }
    }
    progress.end();
  }

  private void refuse(Root root, long line, BadLine bad) {
    unreadable++;
    if (unreadable <= TOLD_MAX) {
      root.console().note("line " + line + ": " + bad.getMessage());
    } else if (unreadable == TOLD_MAX + 1) {
      root.console().note("more lines are refused; not told one by one");
    }
  }
}
