package dev.rota.base.book;

import java.util.List;
import java.util.Optional;

/**
 * The blocks that {@code DocBlocksTest} and {@code DocBlocksIT} do not run as they are. Every other
 * block needs no entry: shell commands run, and what has a language is checked as that.
 */
public final class BlockRegister {
  private static final List<Entry> ALL =
      List.of(
          new RunBy("README.md", "./rota simulate bots", "ReadmeTest"),
          new RunBy("README.md", "bazel build", "BazelIT"),
          new PrintedBy("README.md", "rota dev is ready", "./rota dev --demo"),
          new PrintedBy("README.md", "TURNS/S", "./rota top"),
          new PrintedBy("docs/answers.md", "turn 4712", "./rota why cores 2100 --key polkadot"),
          new PrintedBy("docs/audit.md", "cores: PROVED", "./rota audit cores"),
          new RunBy("docs/audit.md", "ledger trim", "KeptCheckpointsIT"),
          new RunBy("docs/backup.md", "rota backup", "BackupIT"),
          new RunBy("docs/backup.md", "bots: backed up", "BackupIT"),
          new RunBy("docs/backup.md", "rota restore", "BackupIT"),
          new PrintedBy(
              "docs/chunks-network.md", "6 of 13", "./rota simulate chunks --file uptime.jsonl"),
          new PrintedBy(
              "docs/chunks-network.md",
              "2026-01-31T14",
              "./rota simulate chunks --file mark.jsonl"),
          new RunBy("docs/commands.md", "alarms.jar", "DomainPathIT"),
          new RunBy("examples/alarms/README.md", "", "DomainPathIT"),
          new RunBy("docs/dead-letters.md", "", "DeadLetterPageIT"),
          new RunByCi("docs/deploy.md", "./mvnw"),
          new RunBy("docs/deploy.md", "tar -xzf", "ReleaseIT"),
          new RunBy("docs/deploy.md", "systemctl", "SystemdUnitTest"),
          new NotRun(
              "docs/deploy.md",
              "docker build",
              "needs Docker and a Kubernetes; DeployTest reads the image, KustomizeTest the overlays"),
          new NotRun(
              "docs/deploy.md",
              "docker compose",
              "needs Docker; ComposeTest and DeployTest read its files"),
          new RunBy("docs/deploy.md", "create secret", "KubectlTest"),
          new NotRun(
              "docs/deploy.md",
              "port-forward",
              "needs a Kubernetes; KubernetesTest reads the Deployment and its ports"),
          new RunBy("docs/doctor.md", "cluster.reachable", "DoctorPageTest"),
          new RunBy("docs/examples/", "", "ExamplesTest"),
          new RunBy("docs/executors.md", "package my.machine", "ExecutorJar"),
          new RunByCi("docs/faults.md", "./mvnw"),
          new PrintedBy(
              "docs/forecast.md",
              "came true",
              "./rota forecast cores --backtest --from chain.jsonl"),
          new RunBy("docs/http.md", "!! 3 inputs wait", "TopPicturesTest"),
          new RunBy("docs/incidents.md", "kafka-transactions.sh", "HangingTransactionIT"),
          new RunBy("docs/operations.md", "--hold", "HeldStartIT"),
          new RunBy("docs/", "ledger grow", "MorePartitionsIT"),
          new RunBy("docs/", "rota audit bots\n", "MorePartitionsIT"),
          new RunBy("docs/operations.md", "ledger take", "LedgerTakeIT"),
          new RunBy("docs/performance.md", "rota bench", "BenchBlocksIT"),
          new NotRun(
              "docs/rolling-restart.md",
              "kubectl",
              "needs a Kubernetes; KubernetesTest reads the StatefulSet"),
          new RunBy("docs/rolling-restart.md", "", "RollingRestartIT"),
          new RunBy("docs/java-client.md", "public static void main", "ClientPrograms"),
          new RunBy("docs/java-client.md", "<artifactId>", "JavaClientIT"),
          new RunBy("docs/schemas.md", "def absorb(", "DigestVectorsTest"),
          new RunBy("docs/runbooks/", "", "DashboardsTest"),
          new RunBy("docs/security.md", "ROTA_KAFKA_SASL_JAAS_CONFIG_FILE", "SecuredIT"),
          new RunBy("docs/security.md", "ROTA_JAVA_OPTS", "TokenLoginIT"),
          new RunBy("docs/topics.md", "io.confluent", "GenuineConfluent"),
          new RunBy("docs/versions.md", "Rota 0.1", "LedgerEndsIT"),
          new RunBy("docs/versions.md", "", "VersionsPageTest"));

  private BlockRegister() {}

  public static List<Entry> all() {
    return ALL;
  }

  public static Optional<Entry> of(DocBlock block) {
    return ALL.stream().filter(entry -> entry.matches(block)).findFirst();
  }

  /** Blocks of a page, or of a folder's pages, that have this text; each has one if it is empty. */
  public sealed interface Entry {
    String page();

    String text();

    default boolean matches(DocBlock block) {
      String page = block.page().toString();
      boolean there = page().endsWith("/") ? page.startsWith(page()) : page.equals(page());
      return there && block.text().contains(text());
    }
  }

  /**
   * A test of its own runs it as the page has it.
   *
   * @param test the file that reads the page, without {@code .java}
   */
  public record RunBy(String page, String text, String test) implements Entry {}

  /** A stage of {@code .ci/run} is this build, perhaps with more profiles and groups. */
  public record RunByCi(String page, String text) implements Entry {}

  /** It is part of what a command prints that no block shows. */
  public record PrintedBy(String page, String text, String command) implements Entry {}

  /** Nobody runs it here. Its commands of the program are still read by the real parser. */
  public record NotRun(String page, String text, String why) implements Entry {}
}
