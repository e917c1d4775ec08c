package dev.rota.serving.builds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Duration;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.bots.Submitted;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Platform;
import dev.rota.testing.StoragePort;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An action becomes a job that asks for what the action says. */
class RequestedActionTest {
  @TempDir private Path dir;

  private StoragePort storage;

  @BeforeEach
  void open() throws IOException {
    storage = StoragePort.open(dir, 1 << 20);
  }

  @AfterEach
  void close() throws IOException {
    storage.close();
  }

  private static Platform platform(String... pairs) {
    Platform.Builder platform = Platform.newBuilder();
    for (String pair : pairs) {
      String[] parts = pair.split("=", 2);
      platform.addPropertiesBuilder().setName(parts[0]).setValue(parts[1]);
    }
    return platform.build();
  }

  private RequestedAction read(Action.Builder action, Command.Builder command) throws IOException {
    action.setCommandDigest(storage.put(command.addArguments("true").build()).message());
    action.setInputRootDigest(BlobDigest.EMPTY.message());
    return RequestedAction.read(storage.put(action.build()), storage.client());
  }

  @Test
  void theActionsPlatformCountsMoreThanItsCommands() throws IOException {
    Command.Builder command = Command.newBuilder().setPlatform(platform("os=mac", "cpu=arm"));
    RequestedAction both =
        read(Action.newBuilder().setPlatform(platform("os=linux", "os=linux", "os=any")), command);
    assertThat(both.properties()).isEqualTo(Map.of("os", List.of("linux", "any")));
    RequestedAction own = read(Action.newBuilder().setPlatform(platform()), command);
    assertThat(own.properties()).as("it wants nothing, and says so").isEmpty();
    RequestedAction former = read(Action.newBuilder(), command);
    assertThat(former.properties()).isEqualTo(Map.of("os", List.of("mac"), "cpu", List.of("arm")));
  }

  private Long timeout(long seconds, int nanos) throws IOException {
    Duration said = Duration.newBuilder().setSeconds(seconds).setNanos(nanos).build();
    return read(Action.newBuilder().setTimeout(said), Command.newBuilder()).timeoutMillis();
  }

  @Test
  void aTimeOutIsInMilliseconds() throws IOException {
    assertThat(read(Action.newBuilder(), Command.newBuilder()).timeoutMillis()).isNull();
    assertThat(timeout(0, 0)).as("none").isNull();
    assertThat(timeout(0, 1_000_000)).isEqualTo(1);
    assertThat(timeout(7, 999_999_999)).isEqualTo(7_999);
    assertThat(timeout(315_576_000_000L, 0)).isEqualTo(315_576_000_000_000L);
    long[][] none = {{-1, 0}, {0, -1}, {0, 1_000_000_000}, {315_576_000_001L, 0}};
    for (long[] wrong : none) {
      assertThatThrownBy(() -> timeout(wrong[0], (int) wrong[1]))
          .isInstanceOf(StatusRuntimeException.class)
          .hasMessageContaining("INVALID_ARGUMENT: action.timeout");
    }
  }

  @Test
  void aJobCarriesTheDigestOfItsAction() throws IOException {
    RequestedAction action = read(Action.newBuilder().setDoNotCache(true), Command.newBuilder());
    Submitted job = (Submitted) action.submitted("builds", "main", "op", -3).getEvent();
    assertThat(job.getAction()).isEqualTo(action.digest().toString());
    assertThat(job.getPayload().array()).isEqualTo(action.digest().message().toByteArray());
    assertThat(job.getDoNotCache()).isTrue();
    assertThat(job.getPriority()).isEqualTo(-3);
    assertThat(job.getInstance()).isEqualTo("main");
    assertThat(job.getJob()).isEqualTo("op");
  }
}
