package dev.rota.chunks.queries;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.rota.chunks.model.BlockRange;
import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.values.BlockSegment;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What explains a decision calls the rule: it has nothing to decide with. */
final class ChunksQueriesWallTest {
  private static final String QUERIES = "dev.rota.chunks.queries";

  /** From these a rule is made: order, segments, versions. */
  private static final Map<Class<?>, Set<String>> MEANS =
      Map.of(
          Comparator.class, Set.of("compare", "comparing", "comparingLong", "comparingInt"),
          Math.class, Set.of("min", "max"),
          BlockSegment.class, Set.of("of"),
          BlockRange.class, Set.of("of", "told"),
          PlacementWorker.class, Set.of("satisfies"));

  private static final ArchRule DECIDES_NOTHING =
      noClasses()
          .that()
          .resideInAPackage(QUERIES)
          .should()
          .callMethodWhere(
              describe(
                  "orders, judges or limits as a rule does",
                  ChunksQueriesWallTest::isMeansOfARule));

  private static boolean isMeansOfARule(JavaMethodCall call) {
    String name = call.getTarget().getName();
    return name.equals("compareTo")
        || MEANS.entrySet().stream()
            .anyMatch(
                means ->
                    call.getTargetOwner().isEquivalentTo(means.getKey())
                        && means.getValue().contains(name));
  }

  /** What a query must not do, one thing a method. */
  @SuppressWarnings("unused")
  private static final class RepeatedRule {
    static boolean isOld(PlacementWorker worker, Chunk chunk) {
      return !worker.satisfies(chunk.leastVersion());
    }

    static Optional<BlockSegment> segment(Chunk chunk) {
      return BlockSegment.of(java.util.List.of(), BlockRange.of(chunk.id()).first(), 0);
    }

    static long missing(PlacementWorker worker, Chunk chunk) {
      return Math.max(0, chunk.bytes() - worker.capacity());
    }

    static boolean isBefore(PlacementWorker one, PlacementWorker other) {
      return one.version().compareTo(other.version()) < 0;
    }
  }

  @Test
  void queriesHaveNothingToDecideWith() {
    DECIDES_NOTHING.check(
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(QUERIES));

    JavaClasses bad = new ClassFileImporter().importClasses(RepeatedRule.class);
    assertThatThrownBy(() -> DECIDES_NOTHING.check(bad))
        .hasMessageContainingAll("isOld", "segment", "missing", "isBefore");
  }
}
