package dev.rota.cores.queries;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.SessionParameters;
import dev.rota.cores.model.TimeoutPredicate;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What explains asks the rules; it has nothing to decide by. */
class CoresReasonsWallTest {
  /** What a rule judges by, of types that a reason may name. */
  private static final Map<Class<?>, Set<String>> OF_RULES =
      Map.of(
          CoresView.class,
          Set.of(
              "availabilityTimeoutPredicate",
              "claimIndex",
              "cursor",
              "intoRotation",
              "nextClaim",
              "nextTicket",
              "tail"),
          SessionParameters.class,
          Set.of(
              "availabilityPeriod",
              "capacity",
              "chainAvailabilityPeriod",
              "groupRotationFrequency",
              "schedulingLookahead",
              "threadAvailabilityPeriod"),
          RuleSet.class,
          Set.of("dropLeavesIndex", "dropsWithoutCores", "renumbers", "wipesIndexWithoutCores"),
          TimeoutPredicate.class,
          Set.of("test"),
          Comparator.class,
          Set.of("compare", "comparing", "comparingInt", "comparingLong"));

  @Test
  void reasonsAskTheRules() {
    ArchRule wall =
        noClasses()
            .that()
            .resideInAPackage("dev.rota.cores.queries")
            // These answer with the raw state, or play on.
            .and(
                DescribedPredicate.not(
                    belongToAnyOf(CoresQueries.class, CoresAnswers.class, ChainNames.class)))
            .and(DescribedPredicate.not(belongToAnyOf(BlockArguments.class, BlockForecast.class)))
            .should()
            .callMethodWhere(describe("is a rule's", CoresReasonsWallTest::isOfRules));
    wall.check(
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.rota.cores.queries"));

    assertThat(
            wall.evaluate(new ClassFileImporter().importClasses(OwnRule.class))
                .getFailureReport()
                .toString())
        .contains("OwnRule.isFull", "OwnRule.isNext", "OwnRule.isDue");
  }

  private static boolean isOfRules(JavaMethodCall call) {
    return OF_RULES.entrySet().stream()
        .anyMatch(
            type ->
                call.getTargetOwner().isAssignableTo(type.getKey())
                    && type.getValue().contains(call.getName()));
  }

  /** Wrong: it repeats the rules. */
  @SuppressWarnings("UnusedMethod") // what it calls is what matters
  private static final class OwnRule {
    static boolean isFull(CoresView view) {
      return view.queued() >= view.parameters().capacity();
    }

    static boolean isNext(CoresView view, long para) {
      return view.nextClaim(0).para() == para;
    }

    static boolean isDue(CoresView view) {
      return view.availabilityTimeoutPredicate().isPresent();
    }
  }
}
