package dev.rota.base.book;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShownOutputTest {
  private static final ShownOutput AUDIT =
      new ShownOutput(
          """
          cores: PROVED
            turns        1043 replayed identically
            digest       f9d96fdfd58d3812
            …
            verified     at 2026-01-31T12:00:00Z, in PT2.743S, by alice…
          """);

  private static final String PRINTED =
      """
      cores: PROVED
        turns      7 replayed identically
        digest     00d96fdfd58d3aaa
        sealed     7 turns
        signed     7 turns
        verified   at 2027-02-01T12:00:00.125Z, in PT1M2S, by alice and bob
      """;

  @Test
  void whatIsLiveHasTheSameWordsAndItsFiguresHaveTheSameForm() {
    assertThat(AUDIT.isLike(PRINTED)).isTrue();
    assertThat(AUDIT.isLike(PRINTED.replace("PROVED", "FAILED"))).isFalse();
    assertThat(AUDIT.isLike(PRINTED.replace("7 replayed", "some replayed"))).isFalse();
    assertThat(AUDIT.isLike(PRINTED.replace("2027-02-01T12", "2027-02-01"))).isFalse();
    assertThat(AUDIT.isLike(PRINTED.replace("PT1M2S", "62 s"))).isFalse();
    assertThat(AUDIT.isLike(PRINTED.replace("00d96fdfd58d3aaa", "none"))).isFalse();
    assertThat(AUDIT.isLike(PRINTED + "one more line\n")).isFalse();
    assertThat(AUDIT.isLike(PRINTED.replace("  digest     00d96fdfd58d3aaa\n", ""))).isFalse();
  }

  @Test
  void whatIsFixedIsTheSameToTheLetter() {
    ShownOutput shown = new ShownOutput("bots: 7 turns\n…\nat PT1S, …\n");
    assertThat(shown.isExactly("bots: 7 turns\na\nb\nat PT1S, and more\n")).isTrue();
    assertThat(shown.isExactly("bots: 7 turns\nat PT1S, x\n")).isTrue();
    assertThat(shown.isExactly("bots: 8 turns\nat PT1S, x\n")).isFalse();
    assertThat(shown.isExactly("bots: 7  turns\nat PT1S, x\n")).isFalse();
  }

  @Test
  void linesAloneAreAmongOthers() {
    ShownOutput shown = new ShownOutput("cores polkadot: turn 4712 at 2026-01-31T12:00:00Z\n");
    assertThat(shown.isPartOf("before\ncores polkadot: turn 1 at 2027-01-31T12:00:00Z\nthen\n"))
        .isTrue();
    assertThat(shown.isPartOf("cores kusama: turn 1 at 2027-01-31T12:00:00Z\n")).isFalse();
  }

  @Test
  void aWordIsNoHashAndALongNumberIsANumber() {
    ShownOutput shown = new ShownOutput("decadeaf has 12345678\n");
    assertThat(shown.isLike("decadeaf has 9\n")).isTrue();
    assertThat(shown.isLike("f00dface has 9\n")).isFalse();
  }

  @Test
  void aTableOfALiveClusterHasAgesAndBarsOfItsOwn() {
    ShownOutput shown = new ShownOutput("bots    9 jobs  12 min  60.9   ▁▂ ▃█ most 64\n");
    assertThat(shown.isLike("bots  1 jobs  -     0.1  █ most 1\n")).isTrue();
    assertThat(shown.isLike("bots  1 jobs  7 s   0.1  ▁▁▁ most 1\n")).isTrue();
    assertThat(shown.isLike("bots  1 jobs  soon  0.1  █ most 1\n")).isFalse();
    assertThat(shown.isLike("bots  1 jobs  7 s   -    █ most 1\n")).isFalse();
    assertThat(shown.isLike("bots  1 jobs  7 s   0.1  none most 1\n")).isFalse();
    assertThat(shown.isExactly("bots    9 jobs  12 min  60.9   ▁▂ ██ most 64\n")).isFalse();
    assertThat(new ShownOutput("- a: 1\n").isLike("3 s a: 1\n")).isFalse();
  }
}
