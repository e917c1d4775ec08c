package dev.rota.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.deploy.KubernetesTypes.Names;
import dev.rota.testing.NotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests read overlays as Kustomize builds them, where there is one. */
class KustomizeTest {
  /** A generated ConfigMap is named by its content. */
  private static final String HASH = "rota-settings-[a-z0-9]{10}\\b";

  @TempDir private Path dir;

  @ParameterizedTest
  @ValueSource(strings = {"pilot", "secured", "production"})
  void anOverlayIsWhatKustomizeBuilds(String overlay) throws Exception {
    Path folder = Path.of("deploy/kubernetes/overlays", overlay);
    Map<String, ObjectNode> read = byName(KustomizedObjects.of(folder));
    Map<String, ObjectNode> built = byName(built(folder));
    assertThat(read.keySet()).isEqualTo(built.keySet());
    read.forEach((name, object) -> assertThat(object).as(name).isEqualTo(built.get(name)));
  }

  private Iterable<ObjectNode> built(Path folder) throws Exception {
    Path out = dir.resolve("out");
    Path err = dir.resolve("err");
    int code;
    try {
      code =
          new ProcessBuilder("kubectl", "kustomize", folder.toString())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start()
              .waitFor();
    } catch (IOException e) {
      NotRun.unless(false, "kubectl is not on this machine");
      throw e;
    }
    assertThat(code).as(Files.readString(err)).isZero();
    return KustomizedObjects.documents(Files.readString(out).replaceAll(HASH, "rota-settings"));
  }

  private static Map<String, ObjectNode> byName(Iterable<ObjectNode> objects) {
    return StreamSupport.stream(objects.spliterator(), false)
        .collect(Collectors.toMap(Names::of, Function.identity()));
  }
}
