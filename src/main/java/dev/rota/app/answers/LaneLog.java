package dev.rota.app.answers;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.RootCommand;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.logs.ExportedLogs;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.logs.TopicLogs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The flags that say which lane is read, and from which log. */
final class LaneLog {
  /** The lane of a partition's unreadable records, such as ~0. */
  private static final Pattern NOBODY = Pattern.compile("~\\d{1,9}");

  @Mixin private ConnectionFlags connection;

  @Option(
      names = {"-k", "--key"},
      paramLabel = "LANE",
      completionCandidates = CompletionWords.Asked.class,
      description = "the lane: a chain, grid, pool or network; default: that of --from")
  private String lane;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description = "reads a file that 'rota export' or 'rota capsule' wrote instead of a cluster")
  private Path file;

  /** What is set, whether there is a cluster or a file. */
  Settings settings(RootCommand root) throws IOException {
    return connection.sources(root).load();
  }

  /** The cluster's topics, or those of the file. A cluster is asked about a lane that is named. */
  TopicLogs logs(RootCommand root, CommandSpec spec, Domain domain) throws IOException {
    if (file == null) {
      var _ = legal(spec);
      Settings settings = connection.kafka(root);
      ClusterAdmin.check(settings);
      return new KafkaLogs(domain, settings.consumer());
    }
    ExportedLogs exported = ExportedLogs.read(file);
    if (!exported.domain().equals(domain.name())) {
      String why = "it is of the domain " + exported.domain();
      throw new CommandFailure(ExitCode.USAGE, "--from " + file, why, "name that domain");
    }
    return exported;
  }

  String lane(CommandSpec spec, TopicLogs logs) {
    return lane == null && logs instanceof ExportedLogs exported ? exported.lane() : named(spec);
  }

  /** Says which ledger answers. */
  void tell(RootCommand root) {
    if (file == null && !root.json()) {
      String where = connection.settings(root).text(KnownSettings.BOOTSTRAP);
      root.note("the ledger at " + where + " answers, as of its end");
    }
  }

  /** Returns true if a file is read. */
  boolean isFile() {
    return file != null;
  }

  /** The flags of the cluster. */
  ConnectionFlags connection() {
    return connection;
  }

  /** The lane, where neither a cluster nor a file is read. */
  String laneAlone(CommandSpec spec) {
    if (file != null) {
      throw new FlagValidator(spec)
          .usage("--from is a file, and --url a follower: name one of them");
    }
    return named(spec);
  }

  private String named(CommandSpec spec) {
    if (lane == null) {
      throw new FlagValidator(spec).usage("name the lane: --key LANE");
    }
    return lane;
  }

  /** The lane of a cluster: there are no others. */
  String legal(CommandSpec spec) {
    if (!NOBODY.matcher(named(spec)).matches()) {
      new FlagValidator(spec).lane("--key", lane);
    }
    return lane;
  }
}
