package dev.rota.bots.queries;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Answers about a grid phrase what the rules say: they have nothing to decide with. */
class BotsQueriesWallTest {
  private static final String MODEL = "dev.rota.bots.model.";
  private static final String VALUES = "dev.rota.bots.values.";

  /** Quota, order, capacity, reach, time and victims are weighed by rules alone. */
  private static final Set<String> WEIGHING =
      Set.of(
          MODEL + "QuotaRow.isBelowMinimum",
          MODEL + "QuotaRow.isBelowMaximum",
          MODEL + "QuotaRow.isAboveMinimum",
          MODEL + "Job.BY_AGE",
          MODEL + "Job.BY_PRIORITY",
          MODEL + "Job.order",
          MODEL + "Job$SortKey.between",
          MODEL + "BotClass.reaches",
          MODEL + "ScoringFormula.hits",
          MODEL + "LeaseIndex.running",
          VALUES + "PreemptionSettings.from",
          VALUES + "GridPolicy.serves",
          VALUES + "GridPolicy.cohortOf",
          VALUES + "GridPolicy.cohortWith",
          VALUES + "GridPolicy.parkedFrom",
          VALUES + "BotsInstants.plus");

  private static ArchRule weighsNothing(String answers) {
    return noClasses()
        .that()
        .resideInAPackage(answers)
        .should()
        .accessTargetWhere(describe("something is weighed", BotsQueriesWallTest::weighs));
  }

  private static boolean weighs(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    return WEIGHING.contains(owner + "." + access.getName())
        || access.getName().equals("compareTo")
        || (owner.equals("java.util.Comparator") && access.getName().equals("compare"));
  }

  @Test
  void answersWeighNothing() {
    weighsNothing("dev.rota.bots.queries")
        .check(
            new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.rota.bots"));

    String found =
        weighsNothing("dev.rota.testing.bad")
            .evaluate(new ClassFileImporter().importPackages("dev.rota.testing.bad"))
            .getFailureReport()
            .toString();
    assertThat(found)
        .contains(
            "BadBotAnswers.quota",
            "BadBotAnswers.order",
            "BadBotAnswers.key",
            "BadBotAnswers.pass",
            "BadBotAnswers.reach",
            "BadBotAnswers.hit",
            "BadBotAnswers.delay",
            "BadBotAnswers.served",
            "BadBotAnswers.until",
            "BadBotAnswers.victims");
  }
}
