package dev.rota.app.builds;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.RootCommand;
import dev.rota.app.console.SecondSignal;
import dev.rota.app.console.ShutdownSequence;
import dev.rota.app.instance.HomeDirectory;
import dev.rota.app.log.ServiceLog;
import dev.rota.app.trust.KeyFile;
import dev.rota.app.trust.TokenFile;
import dev.rota.base.actions.ActionLimits;
import dev.rota.base.actions.ActionSandbox;
import dev.rota.base.actions.ActionUsers;
import dev.rota.base.actions.BotHost;
import dev.rota.base.actions.BotHost.BotHostOptions;
import dev.rota.base.actions.BotIdentity;
import dev.rota.base.actions.ControlGroups.GroupLimits;
import dev.rota.base.blobs.BuildChannel;
import dev.rota.base.blobs.BuildChannel.ChannelSecurity;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota bot}: runs the actions of builds. */
@Command(
    name = "bot",
    description = {
      "run build actions in folders, as a front door leases them",
      "",
      "Ctrl-C or SIGTERM drains it: it takes no more leases, and ends when nothing runs. "
          + "The second signal ends it at once."
    })
public final class BotCommand implements Callable<Integer> {
  private static final int JOBS_MAX = 1_000;
  private static final long GIB = 1L << 30;
  private static final Path OF_ROOT = Path.of("/var/lib/rota/bot");

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;

  @Option(
      names = "--remote",
      paramLabel = "URL",
      split = ",",
      defaultValue = "grpc://127.0.0.1:8980",
      description = {
        "front doors, any of which will do: grpc://HOST:PORT, or grpcs for TLS;"
            + " default: ${DEFAULT-VALUE}"
      })
  private List<URI> remotes;

  @Option(
      names = "--cas",
      paramLabel = "URL",
      description = "storage of inputs and outputs; default: the first front door")
  private URI storage;

  @Option(
      names = "--instance",
      paramLabel = "NAME",
      defaultValue = BotHost.EVERYBODY,
      description = "whose actions it runs, as clients name it; default: everybody's")
  private String instance;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "no other bot may have it; default: this machine's")
  private String name;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "actions at a time, each a bot NAME-1 to NAME-N; default: one per core")
  private Integer jobs;

  @Option(
      names = "--property",
      paramLabel = "KEY=VALUE",
      description = "what it offers; repeatable; default: OSFamily and ISA")
  private List<String> properties = List.of();

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "its cache and the folders of actions; default: ~/.rota/bot, for root /var/lib/rota/bot")
  private Path dir;

  @Option(
      names = "--action-users",
      paramLabel = "USERS",
      description =
          "as root: users that nobody else uses, one for each action at a time: FIRST-LAST, or a"
              + " NAME with --jobs 1; own: the bot's own; default: unused ids from 60578 on")
  private String users;

  @Option(
      names = "--sandbox",
      paramLabel = "KIND",
      defaultValue = "none",
      description = "what each action runs in: none, the default, or bwrap (bubblewrap)")
  private ActionSandbox sandbox;

  @Option(
      names = "--cache-gib",
      paramLabel = "N",
      defaultValue = "10",
      description = "size of the cache in GiB; default: ${DEFAULT-VALUE}")
  private int cache;

  @Option(
      names = "--memory-mib",
      paramLabel = "N",
      defaultValue = "0",
      description = "memory of an action, by control groups; 0: no limit, the default")
  private int memory;

  @Option(
      names = "--processes",
      paramLabel = "N",
      defaultValue = "0",
      description = "processes and threads of an action, by control groups; 0: no limit")
  private int processes;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "3600",
      description =
          "longest time-out of an action, and the time-out of an action without one; default: 3600")
  private int timeout;

  @Option(
      names = "--drain-timeout",
      paramLabel = "SECONDS",
      defaultValue = "600",
      description = "at the end, how long running actions may continue; default: ${DEFAULT-VALUE}")
  private int drain;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "file of the token that they require")
  private Path token;

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description = "authorities in PEM of their certificates; default: those that Java knows")
  private Path authorities;

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "client certificate in PEM, if they require one")
  private Path certificate;

  @Option(names = "--tls-key", paramLabel = "FILE", description = "its key in PEM, not encrypted")
  private Path key;

  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    BotHostOptions options = options();
    ChannelSecurity security = security();
    ServiceLog.begin(root);
    try (ShutdownSequence shutdown = ShutdownSequence.onSignal(root)) {
      List<ManagedChannel> doors = new ArrayList<>();
      for (URI remote : remotes) {
        doors.add(opened(shutdown, remote, security));
      }
      ManagedChannel blobs = storage == null ? doors.get(0) : opened(shutdown, storage, security);
      BotHost host = shutdown.with(BotHost.open(options, doors, blobs));
      SecondSignal.runs(host::abandon);
      root.note(
          "%d bots of %s are ready; Ctrl-C drains them; %s"
              .formatted(options.bots(), options.identity().id(), host.isolation()));
      host.ended().get();
      return ExitCode.OK.code();
    } catch (ExecutionException e) {
      throw refused(e);
    }
  }

  private static ManagedChannel opened(
      ShutdownSequence shutdown, URI address, ChannelSecurity security) throws IOException {
    ManagedChannel channel = BuildChannel.openPatient(address, security);
    shutdown.with(channel::shutdownNow);
    return channel;
  }

  private void check() {
    FlagValidator flags = new FlagValidator(spec);
    for (URI remote : remotes) {
      check(flags, "--remote", remote);
    }
    if (storage != null) {
      check(flags, "--cas", storage);
    }
    if ((certificate == null) != (key == null)) {
      throw flags.usage("--tls-cert and --tls-key go together");
    }
    flags.within("--jobs", jobs, 1, JOBS_MAX);
    String fault = ActionUsers.fault(users, bots());
    if (fault != null) {
      throw flags.usage("--action-users is '" + users + "'; it " + fault);
    }
    flags.within("--cache-gib", cache, 1, Integer.MAX_VALUE);
    flags.within("--timeout", timeout, 1, Integer.MAX_VALUE);
    flags.notNegative("--memory-mib", memory);
    flags.notNegative("--processes", processes);
    flags.notNegative("--drain-timeout", drain);
    if (properties.stream().anyMatch(one -> one.indexOf('=') < 1)) {
      throw flags.usage("--property is one of " + properties + "; expected KEY=VALUE");
    }
    if (name != null && name.isBlank()) {
      throw flags.usage("--name is empty");
    }
  }

  private void check(FlagValidator flags, String flag, URI address) {
    if (!BuildChannel.isAddress(address)) {
      throw flags.usage(flag + " is '" + address + "'; expected grpc://HOST:PORT");
    }
    if (token != null && BuildChannel.isExposed(address)) {
      throw flags.usage("--token-file needs TLS: " + flag + " grpcs://HOST:PORT");
    }
  }

  private ChannelSecurity security() throws IOException {
    if (key != null) {
      KeyFile.checkShut("the key of TLS", key);
    }
    return ChannelSecurity.of(
        token == null ? null : TokenFile.read(token), authorities, certificate, key);
  }

  private BotHostOptions options() {
    ActionLimits usual = ActionLimits.DEFAULT;
    return new BotHostOptions(
        new BotIdentity(instance, name == null ? machine() : name, offered()),
        bots(),
        dir == null ? usualDir() : dir,
        users,
        sandbox,
        cache * GIB,
        usual.withTimeoutMax(Duration.ofSeconds(timeout)),
        new GroupLimits((long) memory << 20, processes),
        Duration.ofSeconds(drain));
  }

  private int bots() {
    return jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
  }

  /** Nobody else may pass through root's home. */
  private Path usualDir() {
    Map<String, String> variables = root.console().variables();
    boolean isShared = ActionUsers.isRoot() && !ActionUsers.OWN.equals(users);
    return isShared && !HomeDirectory.isNamed(variables)
        ? OF_ROOT
        : HomeDirectory.of(variables).resolve("bot");
  }

  private Map<String, List<String>> offered() {
    if (properties.isEmpty()) {
      return BotIdentity.ofThisMachine();
    }
    Map<String, List<String>> offered = new TreeMap<>();
    for (String property : properties) {
      String[] parts = property.split("=", 2);
      offered.computeIfAbsent(parts[0], _ -> new ArrayList<>()).add(parts[1]);
    }
    return offered;
  }

  private static String machine() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      return "bot-" + ProcessHandle.current().pid();
    }
  }

  private CommandFailure refused(ExecutionException fault) {
    if (!(fault.getCause() instanceof StatusRuntimeException refusal)) {
      throw new IllegalStateException(fault.getCause());
    }
    return switch (refusal.getStatus().getCode()) {
      case UNAUTHENTICATED, PERMISSION_DENIED ->
          new CommandFailure(
              ExitCode.NOT_AUTHORISED,
              "the front door refuses the bot",
              refusal.getMessage(),
              "pass the worker's token, or a certificate with a worker's name: --token-file, --tls-cert",
              refusal);
      default ->
          new CommandFailure(
              ExitCode.CONFIGURATION,
              "the front door refuses the bot",
              refusal.getMessage(),
              "pass the address that 'rota reapi' or 'rota dev --reapi' prints: --remote",
              refusal);
    };
  }
}
