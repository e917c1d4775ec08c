package dev.rota.readers.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.readers.follow.FactTallies.Counter;
import dev.rota.readers.follow.FactTallies.Kind;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The first lanes that are followed have series of their own. */
final class FactTalliesTest {
  private final FactTallies tallies = new FactTallies(2);

  private void turn(String lane) {
    tallies.add(Kind.TURNS, tallies.series(lane), null, 1);
  }

  private Long turns(String series) {
    return tallies.counts().get(new Counter(Kind.TURNS, series, null));
  }

  @Test
  void furtherLanesAreCountedTogether() {
    Set.of("a", "b").forEach(this::turn);
    Set.of("c", "d", "~0").forEach(this::turn);

    assertThat(turns("a")).isEqualTo(1);
    assertThat(turns("c")).isNull();
    assertThat(turns(FactTallies.OTHERS)).isEqualTo(2);
    assertThat(turns(FactTallies.UNREADABLE)).isEqualTo(1);
  }

  @Test
  void aLaneThatLeavesMakesRoomForTheNext() {
    Set.of("a", "b").forEach(this::turn);
    Set.of("c", "~0").forEach(this::turn);

    tallies.keep(lane -> !lane.equals("a"));
    Set.of("b", "d").forEach(this::turn);

    assertThat(turns("a")).isNull();
    assertThat(turns("b")).isEqualTo(2);
    assertThat(turns("d")).isEqualTo(1);
    assertThat(turns(FactTallies.OTHERS)).isEqualTo(1);
    assertThat(turns(FactTallies.UNREADABLE)).isEqualTo(1);
  }
}
