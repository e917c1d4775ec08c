package dev.rota.app.doctor;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.base.settings.KnownSettings;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.health.DiskRoom;
import dev.rota.road.stream.UnwritableState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;

/** Whether the disk of the state stores has room for them, if this machine gets all partitions. */
final class DiskCheck implements DoctorCheck {
  /** Of a changelog's bytes: a store, and as much again while it compacts itself. */
  private static final int TIMES = 2;

  @Override
  public String id() {
    return "local.disk";
  }

  @Override
  public Service needs() {
    return Service.NONE;
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    Path dir = Path.of(at.settings().text(KnownSettings.STATE_DIR)).toAbsolutePath();
    Path there = StateDirCheck.existing(dir);
    Optional<String> nearly = UnwritableState.nearly(there);
    if (nearly.isPresent()) {
      return List.of(
          DoctorFinding.fail(
              nearly.get() + ": an engine here would not be ready",
              "free space, or set state.dir to a directory of another disk"));
    }
    Long free = UnwritableState.room(there).map(DiskRoom::freeBytes).orElse(null);
    if (free == null) {
      return List.of(DoctorFinding.unknown("nobody says how much is free at " + there));
    }
    if (!at.hasCluster()) {
      return List.of(
          DoctorFinding.ok(free(free, there) + "; what the stores need, only Kafka could say"));
    }
    try {
      return List.of(judge(free, used(dir), changelogs(at), there));
    } catch (AuthorizationException e) {
      return List.of(
          DoctorFinding.ok(free(free, there)),
          DoctorFinding.of(
              DoctorFinding.Verdict.UNKNOWN,
              at.lacking(DoctorContext.onCluster(AclOperation.DESCRIBE))));
    }
  }

  /**
   * Judges a disk. All are bytes.
   *
   * @param used by what is in the directory already
   * @param changelogs of all partitions of the domains
   */
  static DoctorFinding judge(long free, long used, long changelogs, Path there) {
    long needed = TIMES * changelogs - used;
    return needed > free
        ? DoctorFinding.warn(
            "%s, but the stores of all partitions may need %s more"
                .formatted(free(free, there), mebibytes(needed)),
            "free space, set state.dir to a larger disk, or run more engines on other machines")
        : DoctorFinding.ok(
            "%s; the stores of all partitions need at most %s more"
                .formatted(free(free, there), mebibytes(Math.max(0, needed))));
  }

  private static String free(long bytes, Path there) {
    return "%s are free at %s".formatted(mebibytes(bytes), there);
  }

  private static String mebibytes(long bytes) {
    return "%d MiB".formatted((bytes + (1 << 20) - 1) >> 20);
  }

  /** A file may go while they are counted. */
  private static long used(Path dir) {
    if (!Files.isDirectory(dir)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(dir)) {
      return files.mapToLong(DiskCheck::size).sum();
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  private static long size(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException gone) {
      return 0;
    }
  }

  /** Of each partition the largest replica counts. */
  private static long changelogs(DoctorContext at) {
    ClusterAdmin cluster = at.cluster();
    Set<String> topics =
        at.domains().stream()
            .map((Domain<?, ?, ?> one) -> at.streams().changelog(one))
            .collect(Collectors.toSet());
    List<Integer> brokers =
        cluster.get(cluster.admin().describeCluster().nodes()).stream().map(Node::id).toList();
    List<LogDirDescription> dirs = new ArrayList<>();
    cluster
        .get(cluster.admin().describeLogDirs(brokers).allDescriptions())
        .values()
        .forEach(one -> dirs.addAll(one.values()));
    Map<TopicPartition, Long> sizes = new HashMap<>();
    for (LogDirDescription dir : dirs) {
      dir.replicaInfos()
          .forEach(
              (partition, replica) -> {
                if (topics.contains(partition.topic())) {
                  sizes.merge(partition, replica.size(), Math::max);
                }
              });
    }
    return sizes.values().stream().mapToLong(Long::longValue).sum();
  }
}
