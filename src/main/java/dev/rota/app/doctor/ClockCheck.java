package dev.rota.app.doctor;

import dev.rota.road.stream.time.ClusterClock;
import dev.rota.road.topics.RequiredTopics;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * How far this machine's clock is from the cluster's. The leader of the metadata quorum says by its
 * own clock when it heard itself last, which is when it answers. So the truth lies between the
 * question and the answer, and nothing is written.
 */
final class ClockCheck implements DoctorCheck {
  @Override
  public String id() {
    return "local.clock";
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    Admin admin = at.cluster().admin();
    long asked = System.currentTimeMillis();
    QuorumInfo quorum;
    try {
      quorum = at.cluster().get(admin.describeMetadataQuorum().quorumInfo());
    } catch (AuthorizationException _) {
      return List.of(
          DoctorFinding.of(
              DoctorFinding.Verdict.UNKNOWN,
              at.lacking(DoctorContext.onCluster(AclOperation.DESCRIBE))));
    } catch (UnsupportedVersionException _) {
      return List.of(DoctorFinding.unknown("the cluster does not tell its time"));
    }
    long answered = System.currentTimeMillis();
    OptionalLong said =
        quorum.voters().stream()
            .filter(one -> one.replicaId() == quorum.leaderId())
            .findFirst()
            .map(QuorumInfo.ReplicaState::lastFetchTimestamp)
            .orElse(OptionalLong.empty());
    return List.of(
        said.isEmpty() || said.getAsLong() <= 0
            ? DoctorFinding.unknown("the leader of the quorum does not tell its time")
            : judge(said.getAsLong(), asked, answered));
  }

  /**
   * Judges a clock.
   *
   * @param said what the other one showed, epoch ms
   * @param asked what this one showed before that
   * @param answered what this one showed after that
   */
  static DoctorFinding judge(long said, long asked, long answered) {
    long apart = Math.max(0, Math.max(asked - said, said - answered));
    boolean ahead = asked > said;
    String words =
        "this machine's clock is %s the cluster's by %d ms"
            .formatted(ahead ? "ahead of" : "behind", apart);
    String mend = "run NTP on all machines, such as: chronyc makestep";
    if (ahead && apart > RequiredTopics.CLOCK_AHEAD_MAX_MILLIS) {
      return DoctorFinding.fail(words + ": brokers refuse what is sent from here", mend);
    }
    if (apart > ClusterClock.APART_MILLIS) {
      return DoctorFinding.warn(words + ": engines do not believe it", mend);
    }
    return DoctorFinding.ok(
        apart == 0
            ? "this machine's clock agrees with the cluster's, within the %d ms of the answer"
                .formatted(answered - asked)
            : words);
  }
}
