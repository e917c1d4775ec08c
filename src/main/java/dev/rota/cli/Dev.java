package dev.rota.cli;

import dev.rota.domain.Domain;
import dev.rota.settings.Known;
import dev.rota.settings.Settings;
import dev.rota.settings.Sources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota dev}: everything in one process. */
@Command(
    name = "dev",
    description = {
      "everything in one process: Kafka, a schema registry, all domains",
      "Needs no Docker and nothing running. Ctrl-C ends it."
    })
final class Dev implements Callable<Integer> {
  private static final int PORT_MAX = 65_535;
  private static final int PARTITIONS_MAX = 1_000;

  @ParentCommand private Root root;
  @Spec private CommandSpec spec;

  @Option(names = "--demo", description = "make traffic, and show what is assigned")
  private boolean demo;

  @Option(
      names = "--speed",
      paramLabel = "N",
      defaultValue = "6",
      description = "the demo's time, as a multiple of real time; default: ${DEFAULT-VALUE}")
  private double speed;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of the demo's traffic; default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--lanes",
      paramLabel = "N",
      defaultValue = "3",
      description = "of the demo, per domain; default: ${DEFAULT-VALUE}")
  private int lanes;

  @Option(
      names = "--domains",
      paramLabel = "NAMES",
      defaultValue = "all",
      description = "such as cores,bots; default: ${DEFAULT-VALUE}")
  private String domains;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "keep data here; default: a temporary directory, removed at the end")
  private Path dataDir;

  @Option(names = "--kafka-port", paramLabel = "PORT", defaultValue = "9092", description = PORT)
  private int kafkaPort;

  @Option(names = "--registry-port", paramLabel = "PORT", defaultValue = "8081", description = PORT)
  private int registryPort;

  @Option(names = "--http-port", paramLabel = "PORT", defaultValue = "8080", description = PORT)
  private int httpPort;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "4",
      description = "of each topic; default: ${DEFAULT-VALUE}")
  private int partitions;

  @Mixin private ExecutorFlags executor;

  private static final String PORT = "default: ${DEFAULT-VALUE}; 0: any free one";

  @Override
  public Integer call() throws IOException, InterruptedException {
    checkNumbers();
    List<Domain<?, ?, ?>> chosen = Catalogue.domains(Arrays.asList(domains.split(",")));
    List<Executing> executing = Executing.of(chosen, settings(), demo ? lanes : 0);
    try (Ending ending = Ending.onSignal()) {
      DataDir data = ending.with(DataDir.open(dataDir));
      DevStack stack =
          ending.with(
              DevStack.start(
                  root,
                  data.path(),
                  chosen,
                  new DevStack.Ports(kafkaPort, registryPort, httpPort),
                  partitions,
                  executing));
      ready(stack, data, Executing.told(chosen, executing));
      if (demo) {
        Demo.start(ending, root, stack, chosen, new Demo.Pace(lanes, seed, speed));
      }
      stack.awaitFault();
      return Exit.OK.code();
    } catch (ExecutionException e) {
      throw Failures.gaveUp(
          "something in the process gave up", e, "see the log above for the first fault");
    }
  }

  /** Of those that 'run' has, it is asked for the executor alone: it makes the rest itself. */
  private Settings settings() {
    return executor.to(new Sources().environment(root.console().variables())).load();
  }

  /** Before anything is started: what cannot be is the user's to mend, and nobody's fault. */
  private void checkNumbers() {
    within("--kafka-port", kafkaPort, 0, PORT_MAX);
    within("--registry-port", registryPort, 0, PORT_MAX);
    within("--http-port", httpPort, 0, PORT_MAX);
    within("--partitions", partitions, 1, PARTITIONS_MAX);
    within("--lanes", lanes, 1, Integer.MAX_VALUE);
    if (!(speed > 0) || Double.isInfinite(speed)) {
      throw new ParameterException(
          spec.commandLine(), "--speed is " + speed + "; expected a number above 0");
    }
  }

  private void within(String flag, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(), "%s is %d; expected %d to %d".formatted(flag, value, least, most));
    }
  }

  private void ready(DevStack stack, DataDir data, List<String> executes) throws IOException {
    if (root.json()) {
      root.console()
          .line(
              Ready.json(
                  stack.bootstrap(), stack.registry(), stack.http(), data.path().toString()));
      root.console().out().flush();
      return;
    }
    root.note("rota dev is ready");
    root.note("  Kafka     " + stack.bootstrap());
    root.note("  registry  " + stack.registry());
    root.note("  HTTP      " + stack.http() + "/status");
    root.note("  data      " + data.path() + (data.kept() ? ", kept" : ", removed at the end"));
    root.note("  topics    " + partitions + " partitions each; 'rota topics list' shows them");
    for (int i = 0; i < executes.size(); i++) {
      root.note((i == 0 ? "  shards    " : "            ") + executes.get(i));
    }
    root.note("Ctrl-C ends it. " + Known.BOOTSTRAP + " and registry are found by other commands");
  }
}
