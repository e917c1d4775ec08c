package dev.rota.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.Ran;
import dev.rota.lab.embedded.LocalBroker;
import dev.rota.testing.Patience;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rota doctor} on brokers whose settings do not suit Rota. */
class DoctorBrokerIT {
  @TempDir private Path dir;

  @Test
  void settingsThatAnEngineCannotRunWithAreNamedWithTheBroker() {
    Map<String, String> unfit =
        Map.of(
            "auto.create.topics.enable", "true",
            "transaction.max.timeout.ms", "5000",
            "group.min.session.timeout.ms", "20000",
            "offsets.retention.minutes", "60",
            "socket.request.max.bytes", "1000000");
    try (LocalBroker broker = LocalBroker.start(dir.resolve("broker"), 0, unfit)) {
      List<String> lines = doctor(broker);
      assertThat(lines)
          .anyMatch(one -> one.matches("warn +cluster.auto-create .*=true on broker 1: .*"))
          .anyMatch(
              one -> one.matches("fail +cluster.transactions bots .*=5000 on broker 1.*10000.*"))
          .anyMatch(
              one -> one.matches("fail +cluster.groups bots .*=20000 on broker 1, .*=6000: .*"))
          .anyMatch(one -> one.matches("warn +cluster.groups bots .*minutes=60 on broker 1.*"))
          .anyMatch(one -> one.matches("fail +cluster.sizes bots .*=1000000 on broker 1.*"))
          .anyMatch(one -> one.contains("→ set transaction.max.timeout.ms=10000 in server.prop"));
    }
  }

  private List<String> doctor(LocalBroker broker) {
    Map<String, String> variables = new HashMap<>(Patience.OF_COMMANDS);
    variables.put("ROTA_HOME", "/nonexistent");
    variables.put("ROTA_STATE_DIR", dir.resolve("state").toString());
    Ran ran =
        Ran.rota(
            variables,
            "",
            "doctor",
            "--domains",
            "bots",
            "-b",
            broker.bootstrap(),
            "--timeout",
            Long.toString(Patience.MAX.toSeconds()));
    assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(1);
    return ran.lines();
  }
}
