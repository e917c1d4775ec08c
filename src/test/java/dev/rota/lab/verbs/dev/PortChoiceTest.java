package dev.rota.lab.verbs.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.http.LoopbackAddress;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortChoiceTest {
  private final List<Integer> tried = new ArrayList<>();

  @Test
  void theUsualPortMakesWayAndThatIsSaid() {
    assertThat(new PortChoice(null, 9092).<String>open(this::taken)).isEqualTo("127.0.0.1:40000");
    assertThat(tried).containsExactly(9092, 0);
    assertThat(new PortChoice(null, 9092).remark("127.0.0.1:40000")).contains("9092 is taken");
    assertThat(new PortChoice(null, 9092).remark("127.0.0.1:9092")).isEmpty();
  }

  @Test
  void aPortThatWasAskedForIsThatOrNone() {
    assertThatThrownBy(() -> new PortChoice(7, 9092).<String>open(this::taken))
        .hasRootCauseInstanceOf(BindException.class);
    assertThat(tried).containsExactly(7);
    assertThat(new PortChoice(7, 9092).remark("127.0.0.1:7")).isEmpty();
  }

  @Test
  void anotherFaultIsNoReasonToGoElsewhere() {
    assertThatThrownBy(
            () ->
                new PortChoice(null, 9092)
                    .open(
                        _ -> {
                          throw new IllegalStateException("no disk");
                        }))
        .hasMessage("no disk");
  }

  @Test
  void aPortThatWasAskedForIsToldBeforeAnythingStarts() throws IOException {
    try (ServerSocket other = new ServerSocket()) {
      other.bind(LoopbackAddress.at(0));
      int port = other.getLocalPort();
      assertThatThrownBy(() -> new PortChoice(port, 8080).requireFree("--http-port"))
          .isInstanceOfSatisfying(
              CommandFailure.class,
              told -> {
                assertThat(told.exit()).isEqualTo(ExitCode.CONFIGURATION);
                assertThat(told.fix()).contains("--http-port");
              })
          .hasMessageContaining("cannot listen on 127.0.0.1:" + port);
      new PortChoice(null, port).requireFree("--http-port"); // makes way
      new PortChoice(0, port).requireFree("--http-port");
    }
  }

  private String taken(int port) {
    tried.add(port);
    if (port != 0) {
      throw new IllegalStateException(new BindException("Address already in use"));
    }
    return "127.0.0.1:40000";
  }
}
