package dev.rota.chunks.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.chunks.placement.HashVectors;
import dev.rota.testing.Vectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs every vector of a folder through the rules: those kept here, or with {@code
 * -Drota.vectors=DIR} any others in the same formats. A file of a form that is not known fails.
 */
public class ChunksConformanceTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final AtomicInteger TOTAL = new AtomicInteger();

  @TestFactory
  Stream<DynamicNode> everyVectorPasses() throws IOException {
    return Vectors.files("chunks").stream().map(ChunksConformanceTest::container);
  }

  @AfterAll
  static void tell() {
    System.out.println("chunks conformance: " + TOTAL + " vectors passed, 0 skipped");
  }

  private static DynamicNode container(Path file) {
    String name = file.getFileName().toString();
    AtomicInteger passed = new AtomicInteger();
    List<Vector> vectors = vectors(read(file));
    Stream<DynamicTest> tests =
        vectors.stream()
            .map(
                vector ->
                    DynamicTest.dynamicTest(
                        vector.name(),
                        () -> {
                          vector.check().run();
                          passed.incrementAndGet();
                          TOTAL.incrementAndGet();
                        }));
    DynamicTest tally =
        DynamicTest.dynamicTest(
            "tells its tally",
            () -> {
              System.out.println(
                  "chunks conformance: " + name + ": " + passed + " of " + vectors.size());
              assertThat(passed.get()).isEqualTo(vectors.size()).isPositive();
            });
    return DynamicContainer.dynamicContainer(name, Stream.concat(tests, Stream.of(tally)));
  }

  private static List<Vector> vectors(JsonNode file) {
    if (file.has("seahash")) {
      return HashVectors.of(file);
    }
    if (file.isArray()) {
      return FactorVectors.of(file);
    }
    if (file.has("cases")) {
      return UpstreamVectors.of(file);
    }
    return NetworkVectors.of(file);
  }

  private static JsonNode read(Path file) {
    try {
      return JSON.readTree(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the vectors of " + file, e);
    }
  }

  /** One thing that is expected. */
  public record Vector(String name, Runnable check) {}
}
