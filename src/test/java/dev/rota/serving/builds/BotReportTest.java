package dev.rota.serving.builds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.ReportedState;
import dev.rota.protocols.remoteworkers.BotSession;
import dev.rota.protocols.remoteworkers.LeaseState;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What workers say of themselves becomes heartbeats. */
class BotReportTest {
  private static BotSession.Builder worker() {
    BotSession.Builder session = BotSession.newBuilder().setBotId("b");
    session.setStatus(dev.rota.protocols.remoteworkers.BotStatus.OK);
    return session;
  }

  @Test
  void propertiesAreThoseOfTheWorkerAndOfItsFirstDevice() {
    BotSession.Builder session = worker();
    var worker = session.getWorkerBuilder();
    worker.addPropertiesBuilder().setKey("OSFamily").setValue("linux");
    worker.addConfigsBuilder().setKey("capacity").setValue("4");
    worker.addConfigsBuilder().setKey("priority").setValue("-2");
    var device = worker.addDevicesBuilder();
    device.addPropertiesBuilder().setKey("OSFamily").setValue("linux");
    device.addPropertiesBuilder().setKey("ISA").setValue("x86-64");
    device.addPropertiesBuilder().setKey("ISA").setValue("x86-64-v3");
    worker.addDevicesBuilder().addPropertiesBuilder().setKey("gpu").setValue("yes");
    BotHeartbeat beat = BotReport.of(session.build()).registering("builds", "main");
    assertThat(beat.getProperties())
        .isEqualTo(Map.of("ISA", List.of("x86-64", "x86-64-v3"), "OSFamily", List.of("linux")));
    assertThat(beat.getCapacity()).isEqualTo(4);
    assertThat(beat.getPriority()).isEqualTo(-2);
    assertThat(beat.getInstance()).isEqualTo("main");
    assertThat(beat.getSession()).isNull();
    assertThat(beat.getRegistering()).isTrue();
  }

  @Test
  void aWorkerWithTooManyPropertiesIsRefused() {
    BotSession.Builder session = worker();
    for (int i = 0; i < SaidProperties.MAX; i++) {
      session.getWorkerBuilder().addPropertiesBuilder().setKey("k").setValue("v" + i);
    }
    assertThat(BotReport.of(session.build()).properties().get("k")).hasSize(SaidProperties.MAX);
    session.getWorkerBuilder().addDevicesBuilder().addPropertiesBuilder().setKey("one more");
    assertThatThrownBy(() -> BotReport.of(session.build()))
        .hasMessageContaining("bot_session.worker.properties");
  }

  @Test
  void aBotThatIsNotKnownToBeWellGetsNothing() {
    for (var status : dev.rota.protocols.remoteworkers.BotStatus.values()) {
      if (status != dev.rota.protocols.remoteworkers.BotStatus.UNRECOGNIZED) {
        BotSession session = worker().setStatus(status).build();
        boolean well = status == dev.rota.protocols.remoteworkers.BotStatus.OK;
        assertThat(BotReport.of(session).profile().slots() > 0).as("%s", status).isEqualTo(well);
      }
    }
  }

  @Test
  void aBotThatTerminatesLeavesOnceNothingRuns() {
    BotSession.Builder session = worker();
    assertThat(BotReport.isLeaving(session.build())).isFalse();
    session.setStatus(dev.rota.protocols.remoteworkers.BotStatus.BOT_TERMINATING);
    assertThat(BotReport.isLeaving(session.build())).isTrue();
    session.addLeasesBuilder().setId("j.1").setState(LeaseState.ACTIVE);
    assertThat(BotReport.isLeaving(session.build())).isFalse();
    session.getLeasesBuilder(0).setState(LeaseState.COMPLETED);
    assertThat(BotReport.isLeaving(session.build())).isTrue();
  }

  @Test
  void theGridHearsWhateverABotSaysOfItself() {
    GridInMemory grid = new GridInMemory();
    BotSession.Builder known = worker();
    grid.take(BotReport.of(known.build()).registering("builds", "main"));
    assertThat(isKnown(grid, known)).isTrue();
    for (String config : List.of("capacity=2", "priority=1", "priority=-1")) {
      String[] parts = config.split("=", 2);
      BotSession.Builder other = worker();
      other.getWorkerBuilder().addConfigsBuilder().setKey(parts[0]).setValue(parts[1]);
      assertThat(isKnown(grid, other)).as(config).isFalse();
    }
    BotSession.Builder ill = worker();
    assertThat(isKnown(grid, ill.setStatus(dev.rota.protocols.remoteworkers.BotStatus.UNHEALTHY)))
        .isFalse();
    BotSession.Builder other = worker();
    other.getWorkerBuilder().addPropertiesBuilder().setKey("ISA").setValue("arm-a64");
    assertThat(isKnown(grid, other)).isFalse();
  }

  private static boolean isKnown(GridInMemory grid, BotSession.Builder session) {
    BotReport report = BotReport.of(session.build());
    return grid.read(state -> report.isKnown(state.bot("b")));
  }

  @Test
  void badConfigurationsAreRefused() {
    BotSession.Builder session = worker();
    session.getWorkerBuilder().addConfigsBuilder().setKey("capacity").setValue("many");
    assertThatThrownBy(() -> BotReport.of(session.build()))
        .hasMessageContaining("INVALID_ARGUMENT")
        .hasMessageContaining("capacity is 'many'");
  }

  @Test
  void manyResultsGoInSeveralHeartbeats() {
    assertThat(BotSessionService.portions(List.of())).containsExactly(List.of());
    List<LeaseReport> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      ByteBuffer result = ByteBuffer.allocate(ReportedResult.BYTES_MAX);
      all.add(new LeaseReport("j" + i, ReportedState.COMPLETED, null, null, 1, result));
    }
    List<List<LeaseReport>> portions = BotSessionService.portions(all);
    assertThat(portions.stream().flatMap(List::stream)).containsExactlyElementsOf(all);
    assertThat(portions).hasSize(4).allMatch(some -> some.size() <= 32);
  }
}
