package dev.rota.app.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.rota.base.settings.KnownSettings;
import dev.rota.road.topics.RequiredTopics;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;

/** Whether the process may open as many files as stores, clients and HTTP need. */
final class OpenFilesCheck implements DoctorCheck {
  /** Jars, logs, and what the JVM itself has open. */
  private static final int OF_THE_JVM = 400;

  /** The connections that one port holds. */
  private static final int OF_HTTP = 1024;

  /** A store has files of 64 MiB, those that are not merged yet, and its own log. */
  private static final int OF_A_STORE = 64;

  /** Consumers, producer and admin of a thread: a selector each, and a connection per broker. */
  private static final int CLIENTS = 4;

  private static final int OF_A_SELECTOR = 3;
  private static final int BROKERS = 3;

  @Override
  public String id() {
    return "local.open-files";
  }

  @Override
  public Service needs() {
    return Service.NONE;
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      int domains = at.domains().size();
      int threads = at.settings().number(KnownSettings.THREADS);
      return List.of(
          judge(system.getMaxFileDescriptorCount(), needed(domains, partitions(at), threads)));
    }
    return List.of(DoctorFinding.unknown("this system does not tell how many files may be open"));
  }

  /** At most, if this process gets all partitions. */
  static long needed(int domains, int partitions, int threads) {
    long clients = (long) domains * threads * CLIENTS * (OF_A_SELECTOR + BROKERS);
    return OF_THE_JVM + OF_HTTP + (long) partitions * OF_A_STORE + clients;
  }

  static DoctorFinding judge(long limit, long needed) {
    return limit < needed
        ? DoctorFinding.warn(
            "this process may open %d files, but one with all partitions may need %d"
                .formatted(limit, needed),
            "raise the limit of 'rota run': ulimit -n %d, or LimitNOFILE=%d of its systemd unit"
                .formatted(needed, needed))
        : DoctorFinding.ok(
            "this process may open %d files; one with all partitions needs at most %d"
                .formatted(limit, needed));
  }

  /** Of all domains; where the cluster does not say it, as many as would be created. */
  private static int partitions(DoctorContext at) {
    int planned = at.settings().number(KnownSettings.PARTITIONS);
    return at.domains().stream()
        .mapToInt(
            domain -> {
              String ledger = RequiredTopics.ledger(domain.name());
              try {
                TopicDescription there =
                    at.hasCluster() ? at.cluster().describe(List.of(ledger)).get(ledger) : null;
                return there == null ? planned : there.partitions().size();
              } catch (KafkaException hidden) {
                return planned;
              }
            })
        .sum();
  }
}
