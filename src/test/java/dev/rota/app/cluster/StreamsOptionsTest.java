package dev.rota.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.app.console.CommandFailure;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.settings.SettingsSources;
import dev.rota.road.kept.CheckpointChoice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose kept checkpoints stand for lost rows is a setting. */
class StreamsOptionsTest {
  @TempDir private Path dir;

  @Test
  void withoutAPolicyAnybodysWordCounts() throws IOException {
    assertThat(kept(Map.of())).isEqualTo(CheckpointChoice.BEGINNING);
  }

  @Test
  void withAPolicyItsKeysCount() throws IOException {
    var log = SigningKey.random("acme.example/log", KeyKind.LOG).verifier();
    var auditor = SigningKey.random("auditor.example/a1", KeyKind.WITNESS).verifier();
    Path policy =
        Files.writeString(
            dir.resolve("policy"),
            "log %s\nwitness auditor %s\nquorum auditor\n".formatted(log, auditor));
    assertThat(kept(Map.of("ROTA_CHECKPOINT_POLICY", policy.toString())).trusted())
        .extracting(Object::toString)
        .containsExactly(auditor.toString());
    Map<String, String> restored =
        Map.of("ROTA_CHECKPOINT_POLICY", policy.toString(), "ROTA_CHECKPOINT_CLUSTERS", "one, two");
    assertThat(kept(restored).clusters()).containsExactlyInAnyOrder("one", "two");
  }

  @Test
  void aPolicyThatCannotBeReadIsNotLeftOut() throws IOException {
    Map<String, String> missing = Map.of("ROTA_CHECKPOINT_POLICY", dir.resolve("none").toString());
    assertThatThrownBy(() -> kept(missing)).isInstanceOf(UncheckedIOException.class);
    Path bad = Files.writeString(dir.resolve("bad"), "nothing of use\n");
    assertThatThrownBy(() -> kept(Map.of("ROTA_CHECKPOINT_POLICY", bad.toString())))
        .isInstanceOf(CommandFailure.class);
  }

  private static CheckpointChoice kept(Map<String, String> variables) throws IOException {
    return StreamsOptions.of(new SettingsSources().environment(variables).load())
        .task()
        .checkpoints()
        .kept();
  }
}
