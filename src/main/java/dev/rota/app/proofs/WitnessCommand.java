package dev.rota.app.proofs;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.RootCommand;
import dev.rota.app.console.ShutdownSequence;
import dev.rota.app.log.ServiceLog;
import dev.rota.app.trust.KeyFile;
import dev.rota.app.trust.PolicyFile;
import dev.rota.base.files.DirectoryOwner;
import dev.rota.base.files.DiskOperations;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.SigningKey;
import dev.rota.readers.witness.Witness;
import dev.rota.readers.witness.WitnessServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota witness}: cosigns logs that only grow. */
@Command(
    name = "witness",
    description = {
      "cosign logs that only ever grow (C2SP tlog-witness)",
      "",
      "Run it where those who run the notary cannot reach. It needs no Kafka."
    })
public final class WitnessCommand implements Callable<Integer> {
  private static final int PORT_MAX = 65_535;

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;

  @Option(
      names = "--key",
      required = true,
      paramLabel = "FILE",
      description = "private key from 'rota keys new --witness'")
  private Path key;

  @Option(
      names = "--dir",
      required = true,
      paramLabel = "DIR",
      description = "directory of what it has cosigned; never lose it, never restore an older copy")
  private Path dir;

  @Option(
      names = "--policy",
      required = true,
      paramLabel = "FILE",
      description = "the logs that it knows")
  private Path policy;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description = "address to listen on; default: ${DEFAULT-VALUE}")
  private String host;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8090",
      description = "0: any free port; default: ${DEFAULT-VALUE}")
  private int port;

  @Override
  public Integer call() throws IOException, InterruptedException {
    new FlagValidator(spec).within("--port", port, 0, PORT_MAX);
    SigningKey own = KeyFile.read(key, KeyKind.WITNESS);
    Witness witness =
        new Witness(
            DiskOperations.LOCAL,
            dir,
            own,
            PolicyFile.read(policy),
            () -> Instant.now().getEpochSecond());
    try (ShutdownSequence shutdown = ShutdownSequence.onSignal(root)) {
      shutdown.with(owned());
      check(witness);
      WitnessServer server = shutdown.with(start(witness));
      ServiceLog.begin(root);
      root.console().line(root.json() ? "{\"url\":\"" + server.url() + "\"}" : server.url());
      root.console().out().flush();
      root.note("the witness " + own + " is ready; Ctrl-C ends it");
      new CountDownLatch(1).await();
    }
    return ExitCode.OK.code();
  }

  private DirectoryOwner owned() throws IOException {
    DirectoryOwner owner = DirectoryOwner.take(dir);
    if (owner == null) {
      throw new CommandFailure(
          ExitCode.AGAIN,
          "the directory",
          dir + " is another witness's",
          "stop that one, or name another");
    }
    return owner;
  }

  private static void check(Witness witness) throws IOException {
    try {
      witness.check();
    } catch (BadProof e) {
      throw new CommandFailure(
          ExitCode.DIFFERS,
          "the witness's memory is damaged",
          e.getMessage(),
          "without it two histories could be cosigned: begin with a new key and directory",
          e);
    }
  }

  private WitnessServer start(Witness witness) {
    try {
      return WitnessServer.start(witness, new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.CONFIGURATION,
          "cannot listen on " + host + ":" + port,
          e.getMessage(),
          "choose another with --port, 0 for any free one",
          e);
    }
  }
}
