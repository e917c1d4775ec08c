package dev.rota.serving.builds;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Locale;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What clients and workers call operations, sessions, leases and instances. */
class BuildNamesTest {
  private static final SessionKey KEY = SessionKey.of("secret".getBytes(UTF_8));

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
        SessionName name = KEY.name("grid", instance, bot + "/12");
        assertThat(KEY.read("grid", name.toString(), bot)).isEqualTo(name);
        assertThat(name.instance()).isEqualTo(instance);
        assertThat(name.session()).isEqualTo(bot + "/12");
      }
    }
    for (String other : new String[] {"", "/", "c", "main/b/1", "b/1/", "mainb/1/0"}) {
      refused(Status.Code.NOT_FOUND, () -> KEY.read("grid", other, "c"), "'c'", "make a new one");
    }
  }

  /** Each front door of the grid knows what another has given, and nobody can make one. */
  @Test
  void aSessionCannotBeGuessed() {
    String name = KEY.name("grid", "main", "b/1").toString();
    assertThat(name).matches("main/b/1/[0-9a-f]{32}");
    SessionKey again = SessionKey.of("secret".getBytes(UTF_8));
    assertThat(again.read("grid", name, "b").session()).isEqualTo("b/1");
    String mac = name.substring("main/b/1/".length());
    String near = mac.substring(0, 31) + (mac.endsWith("0") ? "1" : "0");
    for (String guess :
        new String[] {
          "main/b/1",
          "main/b/1/",
          "main/b/1/" + near,
          "main/b/2/" + mac,
          "other/b/1/" + mac,
          "b/1/" + mac,
          "main/b/1/" + mac + "0",
          "main/b/1/" + mac.toUpperCase(Locale.ROOT) + "/"
        }) {
      refused(Status.Code.NOT_FOUND, () -> KEY.read("grid", guess, "b"), "'b'");
    }
    refused(Status.Code.NOT_FOUND, () -> KEY.read("another", name, "b"), "'b'");
    refused(Status.Code.NOT_FOUND, () -> KEY.read("grid", name, "c"), "'c'");
    refused(Status.Code.NOT_FOUND, () -> SessionKey.random().read("grid", name, "b"), "'b'");
    SessionKey other = SessionKey.of("secret2".getBytes(UTF_8));
    refused(Status.Code.NOT_FOUND, () -> other.read("grid", name, "b"), "'b'");
    assertThat(KEY.name("g", "m", "b/1").mac())
        .as("parts do not run into each other")
        .isNotEqualTo(KEY.name("gm", "", "b/1").mac());
  }

  @Test
  void aLeaseIsNamedByJobAndAttempt() {
    for (String job : new String[] {"j", "a.b", "a/b.3", "x".repeat(512)}) {
      LeaseName name = new LeaseName(job, 2);
      assertThat(LeaseName.of(name.toString())).isEqualTo(name);
    }
    for (String none :
        new String[] {
          "", "j", "j.", "j.x", "j.99999999999", "j.-1", ".1", "x".repeat(513) + ".1"
        }) {
      assertThat(LeaseName.of(none)).as(none).isNull();
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
