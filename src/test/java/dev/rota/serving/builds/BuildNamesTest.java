package dev.rota.serving.builds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What clients and workers call operations, sessions, leases and instances. */
class BuildNamesTest {
  private static void refused(Status.Code code, ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            fault -> {
              assertThat(fault.getStatus().getCode()).isEqualTo(code);
              for (String word : words) {
                assertThat(fault.getStatus().getDescription()).contains(word);
              }
            });
  }

  @Test
  void anOperationIsNamedByItsInstance() {
    for (OperationName name :
        new OperationName[] {
          new OperationName("", "x"), new OperationName("main", "x"), new OperationName("a/b", "x")
        }) {
      assertThat(OperationName.of(name.toString())).isEqualTo(name);
    }
    assertThat(new OperationName("", "x")).hasToString("x");
    assertThat(new OperationName("a/b", "x")).hasToString("a/b/x");
    refused(Status.Code.INVALID_ARGUMENT, () -> OperationName.of(""), "name");
    refused(Status.Code.INVALID_ARGUMENT, () -> OperationName.of("main/"), "'main/'");
  }

  @Test
  void aSessionIsNamedByInstanceAndBotWhateverTheyAreCalled() {
    for (String bot : new String[] {"b", "rack/7", "a.b"}) {
      for (String instance : new String[] {"", "main", "a/b", bot}) {
        SessionName name = new SessionName(instance, bot + "/12");
        assertThat(SessionName.of(name.toString(), bot)).isEqualTo(name);
      }
    }
    refused(Status.Code.NOT_FOUND, () -> SessionName.of("main/b/1", "c"), "'main/b/1'", "'c'");
    refused(Status.Code.NOT_FOUND, () -> SessionName.of("", "c"));
    refused(Status.Code.NOT_FOUND, () -> SessionName.of("mainb/1", "b"));
  }

  @Test
  void aLeaseIsNamedByJobAndAttempt() {
    for (String job : new String[] {"j", "a.b", "a/b.3"}) {
      LeaseName name = new LeaseName(job, 2);
      assertThat(LeaseName.of(name.toString())).isEqualTo(name);
    }
    for (String bad : new String[] {"", "j", "j.", "j.x", "j.99999999999"}) {
      refused(Status.Code.INVALID_ARGUMENT, () -> LeaseName.of(bad), "'" + bad + "'");
    }
  }

  @Test
  void instancesMayBeNamed() {
    assertThat(new BuildInstances(Set.of()).check("parent", "any")).isEqualTo("any");
    BuildInstances two = new BuildInstances(Set.of("b", "a"));
    assertThat(two.check("parent", "a")).isEqualTo("a");
    refused(Status.Code.NOT_FOUND, () -> two.check("parent", ""), "parent", "''", "[a, b]");
  }
}
