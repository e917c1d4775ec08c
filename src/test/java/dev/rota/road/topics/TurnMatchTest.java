package dev.rota.road.topics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.TestTurn;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The comparison without headers says what equality of headers says. */
final class TurnMatchTest {
  private static final InputPosition SOURCE =
      new InputPosition("claims", 3, 4711, 17, new byte[16]);
  private static final int INDEX = 10;

  private static DecidedTurn turn(String lane, long number, InputPosition source) {
    Output output = new Output(Output.Channel.OUTCOMES, null, "CORES-1");
    TurnEntry entry =
        new TestTurn(lane, source == null ? TurnEntry.Kind.TICK : TurnEntry.Kind.INPUT, number, 17)
            .source(source)
            .outputs(INDEX + 1)
            .outputsDigest(new byte[32])
            .rules(2)
            .entry();
    return new DecidedTurn(entry, 0, Collections.nCopies(INDEX + 1, output), List.of());
  }

  private static Headers with(int place, Header header) {
    Header[] all = new TurnHeaders(turn("polkadot", 120, SOURCE)).of(INDEX).toArray();
    all[place] = header;
    return new RecordHeaders(all);
  }

  private static boolean isOf(Headers found) {
    return TurnMatch.isOf(turn("polkadot", 120, SOURCE), INDEX, found);
  }

  @ParameterizedTest
  @CsvSource({"polkadot, 1", "polkadot, 10", "lané, 7", "a, 9223372036854775807", "~0, 100"})
  void ownHeadersMatchAndThoseOfOtherTurnsDoNot(String lane, long number) {
    for (InputPosition source :
        new InputPosition[] {null, SOURCE, new InputPosition("x", 0, 0, 0, new byte[16])}) {
      DecidedTurn turn = turn(lane, number, source);
      for (int index = 0; index <= INDEX; index++) {
        assertThat(TurnMatch.isOf(turn, index, new TurnHeaders(turn).of(index))).isTrue();
        assertThat(TurnMatch.isOf(turn, index, new TurnHeaders(turn).of((index + 1) % INDEX)))
            .isFalse();
      }
      assertThat(TurnMatch.isOf(turn(lane, number - 1, source), 0, new TurnHeaders(turn).of(0)))
          .isFalse();
      assertThat(TurnMatch.isOf(turn(lane + "0", number, source), 0, new TurnHeaders(turn).of(0)))
          .isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "polkadot/120/010",
        "polkadot/0120/10",
        "polkadot/120/10 ",
        "polkadot/120//10",
        "polkadot/12010",
        "polkadot120/10",
        "xpolkadot/120/10",
        "/120/10",
        "120/10",
        "/10",
        "10",
        "0",
        ""
      })
  void anIdentityInOtherBytesDiffers(String text) {
    assertThat(isOf(with(0, new RecordHeader(TurnHeaders.TURN, text.getBytes(UTF_8))))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claims/3/4712", "claims/03/4711", "claim/3/4711", "claims/-3/4711", ""})
  void aSourceInOtherBytesDiffers(String text) {
    assertThat(isOf(with(1, new RecordHeader(TurnHeaders.SOURCE, text.getBytes(UTF_8))))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "3", "02", "12", "20", "2 ", "/2", "-2", ""})
  void aVersionInOtherBytesDiffers(String text) {
    assertThat(isOf(with(2, new RecordHeader(TurnHeaders.RULES, text.getBytes(UTF_8))))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"CORES-2", "CORES-", "CORES-10", "cores-1", "xCORES-1", "CORES-1 ", ""})
  void aRuleInOtherBytesDiffers(String text) {
    assertThat(isOf(with(3, new RecordHeader(TurnHeaders.RULE, text.getBytes(UTF_8))))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void aHeaderThatIsEmptyOrHasAnotherNameDiffers(int place) {
    Header own = with(0, new RecordHeader(TurnHeaders.TURN, new byte[0])).toArray()[place];
    assertThat(isOf(with(place, new RecordHeader(own.key(), (byte[]) null)))).isFalse();
    Header right = new TurnHeaders(turn("polkadot", 120, SOURCE)).of(INDEX).toArray()[place];
    assertThat(isOf(with(place, right))).isTrue();
    assertThat(isOf(with(place, new RecordHeader("other", right.value())))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"polkadot", "lané", "", "~0", "\u4e2d\ud83d\ude00"})
  void aKeyIsTheNameOfTheLane(String lane) {
    TurnEntry entry = turn(lane, 1, SOURCE).entry();

    assertThat(TurnMatch.isKey(entry, lane.getBytes(UTF_8))).isTrue();
    for (String other : new String[] {lane + "0", "x" + lane, lane + "é", lane.toUpperCase(ROOT)}) {
      assertThat(TurnMatch.isKey(entry, other.getBytes(UTF_8))).isEqualTo(other.equals(lane));
    }
    assertThat(TurnMatch.isKey(entry, null)).isFalse();
  }

  @Test
  void aHeaderMoreOrLessDiffers() {
    Headers right = new TurnHeaders(turn("polkadot", 120, SOURCE)).of(INDEX);
    assertThat(isOf(new RecordHeaders(right.toArray()).add("more", new byte[0]))).isFalse();
    assertThat(isOf(new RecordHeaders(right.toArray()).remove(TurnHeaders.RULE))).isFalse();
    assertThat(isOf(new RecordHeaders(right.toArray()).remove(TurnHeaders.SOURCE))).isFalse();
    assertThat(isOf(new RecordHeaders())).isFalse();
  }
}
