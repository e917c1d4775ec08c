package dev.rota.bots.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.JobEvent;
import dev.rota.bots.Quota;
import dev.rota.bots.Submitted;
import dev.rota.bots.rules.Grid;
import dev.rota.bots.wire.BotsWire;
import dev.rota.kernel.domain.Remedy;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** What is proposed can be written. */
class JobRemediesTest {
  static {
    GeneratedClasses.trust();
  }

  private final Grid grid = new Grid();

  private void take(SpecificRecord record) {
    grid.take(1, new BotsWire().read(record));
  }

  private void submit(String job, int priority) {
    take(
        new JobEvent(
            "grid",
            Submitted.newBuilder().setJob(job).setInstance("A").setPriority(priority).build()));
  }

  private List<String> remedies(int max, int running, int waiting) {
    take(
        BotPolicy.newBuilder()
            .setGrid("grid")
            .setCohorts(List.of(new Cohort("c", List.of("unknown"))))
            .setQuotas(List.of(new Quota("c", "A", max, max)))
            .build());
    take(BotHeartbeat.newBuilder().setGrid("grid").setBot("x").build());
    submit("runs", running);
    submit("waits", waiting);
    return JobRemedies.of(grid.state().job("waits"), grid.state()).stream()
        .map(Remedy::what)
        .toList();
  }

  @Test
  void nothingIsProposedBeyondTheLargestMaximumAndTheBestPriority() {
    assertThat(remedies(Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE))
        .containsExactly("with one more bot like x");
  }

  @Test
  void theLastOnesAreProposed() {
    assertThat(remedies(Integer.MAX_VALUE - 1, Integer.MIN_VALUE + 1, 0))
        .contains("with priority -2147483648 instead of 0")
        .anySatisfy(what -> assertThat(what).endsWith(" at 2147483647"));
  }
}
