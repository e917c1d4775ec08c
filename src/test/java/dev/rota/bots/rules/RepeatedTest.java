package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsInput.Submit;
import dev.rota.bots.model.JobFact.JobJoined;
import dev.rota.bots.model.JobFact.JobRefused;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.RefusalReason;
import dev.rota.bots.values.SortedProperties;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A submission under a name that is taken: the same once more, or another one. */
class RepeatedTest {
  private static final Submit FIRST = new Asked().submit();

  private final Grid grid = new Grid();
  private long now = 1000;

  /** A submission, field by field. */
  private static final class Asked {
    private String job = "a";
    private String instance = "i";
    private int priority;
    private String os = "linux";
    private String label;
    private String hint;
    private String action;
    private boolean cacheable;
    private String operation;
    private Long timeout;

    Submit submit() {
      SortedProperties needs = SortedProperties.of(List.of(new PropertyPair("OSFamily", os)));
      return new Submit(
          job, instance, priority, label, needs, hint, action, cacheable, operation, timeout, false,
          null);
    }
  }

  @BeforeEach
  void submitted() {
    grid.take(now, FIRST);
  }

  /** What was submitted is in the rows, too. */
  @AfterEach
  void theSameAfterARestart() {
    grid.rebuild();
    refused(FIRST, RefusalReason.DUPLICATE, "submitted before, as job a");
  }

  private void refused(Submit submit, RefusalReason reason, String detail) {
    grid.rebuild();
    long before = grid.digest();
    assertThat(grid.take(++now, submit))
        .singleElement()
        .isInstanceOfSatisfying(
            JobRefused.class,
            refused -> {
              assertThat(refused.detail()).isEqualTo(detail);
              assertThat(refused.reason()).isEqualTo(reason);
            });
    assertThat(grid.digest()).isEqualTo(before);
  }

  private void conflict(Submit submit, String difference) {
    refused(
        submit,
        RefusalReason.CONFLICT,
        "job a is there already, and this one differs: " + difference + ". Choose a new name.");
  }

  @Test
  void eachFieldThatDiffersIsNamed() {
    Asked asked = new Asked();
    asked.priority = -99;
    conflict(asked.submit(), "priority: was 0, is -99");
    asked = new Asked();
    asked.timeout = 5L;
    conflict(asked.submit(), "timeoutMs: was none, is 5");
    asked = new Asked();
    asked.cacheable = true;
    conflict(asked.submit(), "doNotCache: was true, is false");
    asked = new Asked();
    asked.operation = "o2";
    conflict(asked.submit(), "operation: was a, is o2");
    asked = new Asked();
    asked.instance = "k";
    asked.hint = "h";
    asked.action = "x";
    conflict(
        asked.submit(),
        "instance: was i, is k; localityHint: was none, is h; action: was none, is x");
    asked = new Asked();
    asked.os = "mac";
    asked.label = "l";
    conflict(
        asked.submit(),
        "label: was linux, is l; properties: was [OSFamily=linux], is [OSFamily=mac]");
  }

  @Test
  void anotherJobUnderAHandleThatIsTaken() {
    Asked asked = new Asked();
    asked.job = "b";
    asked.operation = "a";
    conflict(asked.submit(), "job: was a, is b");
  }

  /** The job takes the better priority; what was asked for stays what it was. */
  @Test
  void aJobThatOthersJoinedIsStillTheOneThatWasSubmitted() {
    Asked first = new Asked();
    first.job = "j";
    first.action = "x";
    first.cacheable = true;
    first.timeout = 7L;
    grid.take(++now, first.submit());
    Asked second = new Asked();
    second.job = "k";
    second.action = "x";
    second.cacheable = true;
    second.priority = -1;
    assertThat(grid.take(++now, second.submit())).hasOnlyElementsOfType(JobJoined.class);
    assertThat(grid.state().job("j").priority()).isEqualTo(-1);

    refused(first.submit(), RefusalReason.DUPLICATE, "submitted before, as job j");
    refused(second.submit(), RefusalReason.DUPLICATE, "submitted before, as job j");
    first.priority = -1;
    refused(
        first.submit(),
        RefusalReason.CONFLICT,
        "job j is there already, and this one differs: priority: was 0, is -1. Choose a new name.");
    second.action = "y";
    refused(
        second.submit(),
        RefusalReason.CONFLICT,
        "job j is there already, and this one differs: action: was x, is y. Choose a new name.");
  }

  /** Its name is taken for as long as it is remembered; the table says DUPLICATE. */
  @Test
  void aJobThatIsOverIsNotRunAgainAndThatIsSaid() {
    Asked asked = new Asked();
    asked.job = "over";
    grid.take(++now, asked.submit());
    grid.take(++now, new BotsInput.Cancel("over"));
    refused(
        asked.submit(),
        RefusalReason.DUPLICATE,
        "submitted before, as job over, which is CANCELLED. Choose a new name to run it again.");
  }

  @Test
  void whatRunsIsComparedAsWell() {
    grid.take(++now, new TestBot("w").has(FIRST.properties()).beat());
    assertThat(grid.state().job("a").state()).isInstanceOf(Leased.class);
    eachFieldThatDiffersIsNamed();
  }
}
