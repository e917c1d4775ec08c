package dev.rota.bots.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotPolicy;
import dev.rota.bots.model.GridCounters;
import dev.rota.bots.rules.Tenants;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.bots.values.TenancySettings;
import dev.rota.kernel.domain.QueryArguments;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Instance batch holds both bots of a cohort; r of instance release may evict. */
class GridQueriesTest {
  private final WatchedGrid grid = new WatchedGrid();

  @BeforeEach
  void setUp() {
    CohortLabels cohort = new CohortLabels("c", List.of("linux"));
    QuotaBounds batch = new QuotaBounds("c", "batch", 0, 2);
    QuotaBounds release = new QuotaBounds("c", "release", 1, 2);
    TenancySettings tenancy =
        new TenancySettings(List.of(cohort), List.of(batch, release), List.of(), null);
    grid.policy(Tenants.of(GridPolicy.DEFAULT, true, tenancy));
    grid.bot(500, "b1", "linux", BotHealth.OK);
    grid.bot(500, "b2", "linux", BotHealth.OK);
    grid.job(1000, "x", "batch", 10);
    grid.job(2000, "y", "batch", 20);
    grid.job(5000, "r", "release", 0);
  }

  private Object ask(String query, Map<String, Object> args) {
    GridCounters counted = grid.state().counters();
    Object answer = BotsQueries.all().get(query).answer(grid.state(), new QueryArguments(args));
    assertThat(grid.state().counters()).as("a query changes nothing").isEqualTo(counted);
    return answer;
  }

  @Test
  void usageIsBesideItsBounds() {
    assertThat(ask("quotas", Map.of()))
        .hasToString(
            "[{cohort=c, instance=batch, min=0, max=2, usage=2, waiting=0},"
                + " {cohort=c, instance=release, min=1, max=2, usage=0, waiting=1}]");
    assertThat(ask("usage", Map.of())).isEqualTo(Map.of("c/batch", 2, "c/release", 0));
  }

  @Test
  void botsHaveTheirSlotsAndLeases() {
    assertThat((List<?>) ask("bots", Map.of()))
        .map(Map.class::cast)
        .extracting(bot -> List.of(bot.get("bot"), bot.get("leases"), bot.get("capacity")))
        .containsExactly(List.of("b1", List.of("x"), 0), List.of("b2", List.of("y"), 0));
  }

  @Test
  void leasesHaveTheirStartAndTheirDeadline() {
    assertThat(ask("leases", Map.of()))
        .hasToString(
            "[{job=x, instance=batch, attempt=1, bot=b1, cohort=c, strategy=CAPACITY,"
                + " started_at=1000, ends_at=7201000},"
                + " {job=y, instance=batch, attempt=1, bot=b2, cohort=c, strategy=CAPACITY,"
                + " started_at=2000, ends_at=7202000}]");
  }

  @Test
  void deadlinesComeInTheirOrder() {
    assertThat(ask("deadlines", Map.of("limit", 4)))
        .hasToString(
            "[{at=25001, kind=preemption, id=r}, {at=60501, kind=bot, id=b1},"
                + " {at=60501, kind=bot, id=b2}, {at=7201000, kind=execution, id=x}]");
  }

  @Test
  void theFirstEvictionHasItsVictim() {
    String eviction = "{at=25001, job=r, victim=y, bot=b2, cohort=c}";
    assertThat(ask("eviction", Map.of())).hasToString(eviction);
    assertThat(ask("next", Map.of("bot", "b2")))
        .hasToString(
            "{bot=b2, status=OK, spare=0, job=r, reason=BELOW_MINIMUM, iteration_at=null,"
                + " eviction="
                + eviction
                + "}");
    assertThat(ask("next", Map.of("bot", "b1")))
        .hasToString(
            "{bot=b1, status=OK, spare=0, job=r, reason=BELOW_MINIMUM, iteration_at=null,"
                + " eviction=null}");
    grid.take(26_000, null);
    assertThat(ask("eviction", Map.of())).isNull();
    assertThat(ask("next", Map.of("bot", "nobody"))).isEqualTo(Map.of("error", "NOT_FOUND"));
  }

  @Test
  void thePolicyHasTheNamesOfItsRecord() {
    List<String> fields =
        BotPolicy.getClassSchema().getFields().stream()
            .map(Schema.Field::name)
            .filter(name -> !name.equals("grid"))
            .toList();
    Map<?, ?> policy = (Map<?, ?>) ask("policy", Map.of());
    assertThat(List.copyOf(policy.keySet()))
        .hasSize(fields.size())
        .allSatisfy(name -> assertThat(fields).contains((String) name));
    assertThat(policy.get("assigner")).isEqualTo("COHORT");
    assertThat(policy.get("preemptionDelayMs")).isEqualTo(20_000L);
    assertThat(policy.get("queueLimitMs")).isNull();
  }

  @Test
  void theStateIsWhole() {
    Map<?, ?> state = (Map<?, ?>) ask("state", Map.of());
    assertThat(List.copyOf(state.keySet()).toString())
        .isEqualTo("[jobs, bots, quotas, counters, policy]");
    Map<?, ?> jobs = (Map<?, ?>) state.get("jobs");
    assertThat(List.copyOf(jobs.keySet()).toString()).isEqualTo("[r, x, y]");
    assertThat(((Map<?, ?>) jobs.get("x")).get("started_at")).isEqualTo(1000L);
  }
}
