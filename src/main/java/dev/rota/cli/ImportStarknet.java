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

  @Override
  public Integer call() throws IOException {
    check();
    Root root = parent.root();
    Settings settings = connection.settings(root);
    Loudness.hushClients(root);
    Domain<?, ?, ?> domain = Catalogue.domain(DOMAIN);
    try (InputStream in = ImportCommand.open(file);
        StarknetReader lines = new StarknetReader(in);
        LivePool live = LivePool.open(root, settings, domain, pool, rate)) {
      RefusedLines refused = new RefusedLines(root.console());
      send(root, lines, live, refused);
      PoolReport report = live.settle();
      long unreadable = refused.count();
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

  private void send(Root root, StarknetReader lines, LivePool live, RefusedLines refused)
      throws IOException {
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
        refused.tell(lines.lineNumber(), bad.getMessage());
      }
    }
    progress.end();
  }
}
