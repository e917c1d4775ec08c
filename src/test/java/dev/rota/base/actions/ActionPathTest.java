package dev.rota.base.actions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * Names and paths that clients choose stay in the action's folder, and are such as a disk takes.
 */
class ActionPathTest {
  private static final Path ROOT = Path.of("/work/7");

  private static void refused(ThrowingCallable call, String why) {
    assertThatThrownBy(call)
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining("INVALID_ARGUMENT")
        .hasMessageContaining(why);
  }

  private static List<String> below(List<String> dir, String path) {
    return ActionPath.below(dir, path, "the output");
  }

  @Test
  void noPathLeadsOutOfTheFolder() {
    List<String> dir = List.of("a", "b");
    assertThat(below(dir, "../../c")).containsExactly("c");
    assertThat(below(dir, "../..")).isEmpty();
    assertThat(below(dir, "./x//y/.")).containsExactly("a", "b", "x", "y");
    assertThat(below(dir, "x/../../../..x")).containsExactly("..x");
    for (String out : List.of("../../..", "../../../a/b/c", "x/../../../../a", "../../../..")) {
      refused(() -> below(dir, out), "is outside of the action's folder");
    }
    refused(() -> below(List.of(), ".."), "is outside of the action's folder");
    refused(() -> below(dir, "/a"), "is absolute");
  }

  @Test
  void anInputHasTheNameOfAFile() {
    assertThat(ActionPath.child(ROOT, "...")).isEqualTo(ROOT.resolve("..."));
    for (String none : List.of("", ".", "..", "a/b", "/")) {
      refused(() -> ActionPath.child(ROOT, none), "has no name of a file");
    }
  }

  /** In bytes, as a disk counts. */
  @Test
  void namesAndPathsHaveALargestLength() {
    assertThat(ActionPath.child(ROOT, "n".repeat(255)).getFileName()).hasToString("n".repeat(255));
    refused(() -> ActionPath.child(ROOT, "n".repeat(256)), "more than 255 bytes");
    String wide = "\u00e9".repeat(127);
    assertThat(ActionPath.place(ROOT, List.of(wide + "n"), "it").getNameCount()).isEqualTo(3);
    refused(() -> ActionPath.place(ROOT, List.of(wide + "\u00e9"), "it"), "more than 255 bytes");
    String deep = "/" + "d".repeat(199);
    Path dir = Path.of(deep.repeat(19));
    assertThat(ActionPath.child(dir, "n".repeat(199)).toString()).hasSize(4_000);
    refused(() -> ActionPath.child(dir, "n".repeat(200)), "lies too deep");
  }
}
