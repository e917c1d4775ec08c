package dev.rota.shards.queries;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.rota.shards.model.PoolPolicy;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.RunQueue;
import dev.rota.shards.model.ServingState;
import dev.rota.shards.model.ShardsInstants;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Answers say what the rules say: they do not read what only a rule can weigh. */
class ShardsAnswersTest {
  private static final Set<String> WHOLE =
      Set.of(
          Comparator.class.getName(),
          PriorityQueue.class.getName(),
          ShardsInstants.class.getName());

  /** The numbers of a policy, but for the limits that a change of policy is told with. */
  private static final Map<String, Set<String>> PARTS =
      Map.of(
          PoolPolicy.class.getName(),
          Set.of("quantum", "maxBatch", "maxAttempts", "maxPending", "strict", "affine"),
          PoolWorker.class.getName(),
          Set.of("leaving"),
          RunQueue.class.getName(),
          Set.of("head"),
          ServingState.class.getName(),
          Set.of("serves"));

  /** They print rows as they are, and give no reasons. */
  private static final Class<?>[] ROWS = {
    ShardsAnswers.class, PoolInForce.class, ShardsWholeState.class, ShardsQueries.class
  };

  @Test
  void whatOnlyARuleCanWeighIsAskedOfTheRules() {
    String rooms = ShardsWhy.class.getPackageName();
    weighsNothing(rooms).check(new ClassFileImporter().importPackagesOf(ShardsWhy.class));

    String bad = "dev.rota.testing.bad";
    var report = weighsNothing(bad).evaluate(new ClassFileImporter().importPackages(bad));
    assertThat(report.getFailureReport().toString())
        .contains(List.of("Policy.maxBatch", "Worker.leaving", "ServingState.serves", "Times.plus"))
        .contains("Comparator.comparing");
  }

  private static ArchRule weighsNothing(String where) {
    return noClasses()
        .that()
        .resideInAPackage(where)
        .and(describe("give reasons", type -> !type.getSimpleName().endsWith("Test")))
        .and(
            describe(
                "print no rows", type -> List.of(ROWS).stream().noneMatch(type::isEquivalentTo)))
        .should()
        .accessTargetWhere(describe("a rule weighs it", ShardsAnswersTest::isWeighed));
  }

  private static boolean isWeighed(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    return WHOLE.contains(owner)
        || PARTS.getOrDefault(owner, Set.of()).contains(access.getTarget().getName());
  }
}
