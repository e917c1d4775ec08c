package dev.rota.serving.builds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rota.base.blobs.BlobDigest;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.remoteworkers.BotSession;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.LeaseState;
import org.junit.jupiter.api.Test;

/** What a bot is told of its session follows from what it holds, and from what it knows of that. */
class BotStandingTest {
  private static final BlobDigest ACTION = BlobDigest.EMPTY;

  private final GridInMemory grid = new GridInMemory();
  private String session;

  private void begin(int capacity, String... jobs) {
    session = grid.beat("w", capacity);
    for (String job : jobs) {
      grid.execute(job, ACTION, true);
    }
  }

  private static BotSession.Builder saying() {
    BotSession.Builder said = BotSession.newBuilder().setBotId("w");
    return said.setStatus(dev.rota.protocols.remoteworkers.BotStatus.OK);
  }

  private static BotSession.Builder saying(LeaseState state, String... leases) {
    BotSession.Builder said = saying();
    for (String lease : leases) {
      said.addLeasesBuilder().setId(lease).setState(state);
    }
    return said;
  }

  private BotStanding standing(BotSession.Builder said) {
    BotSession all = said.build();
    return grid.read(state -> BotStanding.of(state, BotReport.of(all), session, all));
  }

  @Test
  void whatABotDoesNotKnowYetIsNews() {
    begin(3, "a", "b", "c");
    assertThat(standing(saying()).isNews()).isTrue();
    assertThat(standing(saying(LeaseState.ACTIVE, "a.1")).isNews()).isTrue();
    assertThat(standing(saying(LeaseState.ACTIVE, "b.1", "c.1")).isNews()).isTrue();
    BotStanding all = standing(saying(LeaseState.ACTIVE, "a.1", "b.1", "c.1"));
    assertThat(all.isNews()).isFalse();
    assertThat(all.ids()).containsExactlyInAnyOrder("a.1", "b.1", "c.1");
  }

  @Test
  void aLeaseIsToBeginUntilTheBotSaysThatItRuns() throws Exception {
    begin(2, "a", "b");
    BotSession.Builder said = saying(LeaseState.ACTIVE, "a.1");
    said.addLeasesBuilder().setId("b.1").setState(LeaseState.PENDING);
    assertThat(standing(said).leases())
        .extracting(Lease::getId, Lease::getState)
        .containsExactly(tuple("a.1", LeaseState.ACTIVE), tuple("b.1", LeaseState.PENDING));
    Lease first = standing(said).leases().get(0);
    assertThat(first.getPayload().unpack(Digest.class)).isEqualTo(ACTION.message());
    assertThat(first.getInlineAssignment()).isEqualTo(first.getPayload());
  }

  @Test
  void whatIsOverIsToBeStopped() {
    begin(2, "a");
    for (LeaseState state : new LeaseState[] {LeaseState.ACTIVE, LeaseState.PENDING}) {
      BotSession.Builder said = saying(LeaseState.ACTIVE, "a.1");
      said.addLeasesBuilder().setId("b.1").setState(state);
      BotStanding standing = standing(said);
      assertThat(standing.isNews()).isTrue();
      assertThat(standing.ids()).containsExactly("a.1");
      assertThat(standing.leases())
          .extracting(Lease::getId, Lease::getState)
          .containsExactly(tuple("a.1", LeaseState.ACTIVE), tuple("b.1", LeaseState.CANCELLED));
    }
    BotSession.Builder done = saying(LeaseState.ACTIVE, "a.1");
    done.addLeasesBuilder().setId("b.1").setState(LeaseState.COMPLETED);
    assertThat(standing(done).isNews()).as("it has ended it itself").isFalse();
  }

  @Test
  void aBotThatCouldTakeMoreWaits() {
    begin(1);
    assertThat(standing(saying()).idle()).isTrue();
    grid.execute("a", ACTION, true);
    assertThat(standing(saying(LeaseState.ACTIVE, "a.1")).idle()).isFalse();
    grid.cancel("a");
    assertThat(standing(saying(LeaseState.ACTIVE, "a.1")).idle())
        .as("the grid has room, but its bot still ends what it runs")
        .isFalse();
    begin(2);
    grid.execute("b", ACTION, true);
    assertThat(standing(saying(LeaseState.ACTIVE, "b.1")).idle()).isTrue();
  }

  @Test
  void anotherSessionHasNone() {
    begin(1, "a");
    session += "0";
    assertThat(standing(saying())).isNull();
    session = null;
    assertThat(standing(saying())).isNull();
  }
}
