package dev.rota.kernel.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.AvroBytes;
import dev.rota.ledger.Digest32;
import dev.rota.ledger.LedgerPage;
import dev.rota.testing.likeness.Likeness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages are written and read as Avro itself does it. */
final class PageWireTest {
  private static final int PAGES = 2_000;
  private static final int EDITS = 20_000;
  private static final String[] NAMES = {"a", "lane-é", "x".repeat(200), "~0"};

  private static final List<TurnEntry.Kind> KINDS = List.of(TurnEntry.Kind.values());

  private final Likeness likeness = new Likeness();
  private final PageWire wire = new PageWire();
  private final Random random = new Random(5);

  @Test
  void aPageIsWrittenAsAvroWritesItsRecord() {
    AvroBytes avro = new AvroBytes();
    for (int i = 0; i < PAGES; i++) {
      byte[] bytes = wire.encode(page());

      assertThat(avro.encode(wire.toRecord(bytes))).isEqualTo(bytes);
    }
  }

  @Test
  void aPageIsReadAsItWasWritten() {
    for (int i = 0; i < PAGES; i++) {
      TurnPage page = page();
      TurnPage read = wire.decode(wire.encode(page));

      assertThat(read.number()).isEqualTo(page.number());
      assertThat(read.partition()).isEqualTo(page.partition());
      assertThat(read.lanes()).isEqualTo(page.lanes());
      assertThat(likeness.difference(read.turns(), page.turns())).isEmpty();
    }
  }

  @Test
  void whatIsNoPageIsRefusedAsAvroRefusesIt() {
    int refused = 0;
    for (int i = 0; i < EDITS; i++) {
      byte[] bytes = edited(wire.encode(page()));
      boolean readable = isRead(() -> wire.decode(bytes));

      refused += readable ? 0 : 1;
      if (readable) {
        assertThat(isRead(() -> wire.toRecord(bytes))).isTrue();
      }
    }
    assertThat(refused).isBetween(EDITS / 10, EDITS * 9 / 10);
  }

  @Test
  void aPageInItsOneEncodingIsKnownWithoutEncodingItAgain() {
    for (int i = 0; i < PAGES; i++) {
      assertThat(wire.read(wire.encode(page())).exact()).isTrue();
    }
  }

  @Test
  void anotherEncodingIsNeverTakenForTheOne() {
    int exact = 0;
    for (int i = 0; i < EDITS; i++) {
      byte[] bytes = edited(wire.encode(page()));
      if (isRead(() -> wire.decode(bytes)) && wire.read(bytes).exact()) {
        exact++;
        assertThat(unsealed(wire.encode(wire.decode(bytes)))).isEqualTo(unsealed(bytes));
      }
    }
    assertThat(exact).isPositive();
  }

  private static byte[] unsealed(byte[] bytes) {
    return Arrays.copyOf(bytes, bytes.length - PageWire.seal(bytes).length);
  }

  /** What Avro would write as well, and the encoder of pages would not. */
  static Stream<Arguments> otherForms() {
    return Stream.of(
        form("a topic of no source", page -> page.getTopics().add("none")),
        form("a topic twice", page -> page.getTopics().set(1, page.getTopics().get(0))),
        form(
            "topics in another order than their first sources",
            page -> {
              Collections.swap(page.getTopics(), 0, 1);
              page.getTurns()
                  .forEach(turn -> turn.getSource().put(0, 1 - turn.getSource().getTopic()));
            }),
        form(
            "a lane twice",
            page -> page.getLanes().get(1).put(0, page.getLanes().get(0).getName())),
        form(
            "a digest of no outputs",
            page -> page.getTurns().get(0).put("outputsDigest", new Digest32(new byte[32]))),
        form("outputs without a digest", page -> page.getTurns().get(0).put("outputs", 1)));
  }

  private static Arguments form(String what, Consumer<LedgerPage> edit) {
    return Arguments.of(what, edit);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("otherForms")
  void aPageOfAnotherFormIsNotExact(String what, Consumer<LedgerPage> edit) {
    List<TurnEntry> turns = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      InputPosition source = new InputPosition("topic-" + i, 3, 7, 17, bytes(16));
      turns.add(
          new TestTurn(NAMES[i], TurnEntry.Kind.INPUT, 1, 17)
              .source(source)
              .input(bytes(20))
              .entry());
    }
    List<TurnPage.Touched> lanes =
        turns.stream().map(turn -> TurnPage.Touched.of(turn, 5)).toList();
    byte[] bytes = wire.encode(new TurnPage(1, 3, lanes, turns));
    LedgerPage record = (LedgerPage) wire.toRecord(bytes);
    edit.accept(record);
    byte[] other = new AvroBytes().encode(record);

    assertThat(wire.read(bytes).exact()).isTrue();
    assertThat(wire.read(other).exact()).as(what).isFalse();
    assertThat(wire.encode(wire.decode(other))).isNotEqualTo(other);
  }

  private static boolean isRead(Runnable reading) {
    try {
      reading.run();
      return true;
    } catch (PageWire.BadPage e) {
      assertThat(e).hasMessageMatching("(?s).{10,}");
      return false;
    }
  }

  private byte[] edited(byte[] bytes) {
    switch (random.nextInt(4)) {
      case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      case 1 -> bytes[random.nextInt(Math.min(40, bytes.length))] = (byte) random.nextInt();
      case 2 -> {
        return Arrays.copyOf(bytes, random.nextInt(bytes.length));
      }
      default -> {
        return Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(9));
      }
    }
    return bytes;
  }

  private TurnPage page() {
    int partition = random.nextInt(8);
    Map<String, TurnPage.Touched> lanes = new LinkedHashMap<>();
    Map<String, long[]> next = new LinkedHashMap<>();
    List<TurnEntry> turns = new ArrayList<>();
    int count = 1 + random.nextInt(20);
    for (int i = 0; i < count; i++) {
      String lane = NAMES[random.nextInt(NAMES.length)];
      lanes.computeIfAbsent(
          lane,
          name ->
              new TurnPage.Touched(
                  name, 1 + bits(random.nextInt(40)), 1 + random.nextInt(300), random.nextLong()));
      long[] at =
          next.computeIfAbsent(
              lane, name -> new long[] {lanes.get(name).first(), lanes.get(name).rules()});
      TurnEntry turn = turn(lane, at[0], (int) at[1], partition);
      turns.add(turn);
      at[0]++;
      at[1] = turn.rulesAfter();
    }
    return new TurnPage(1 + bits(50), partition, new ArrayList<>(lanes.values()), turns);
  }

  private TurnEntry turn(String lane, long number, int rules, int partition) {
    TurnEntry.Kind kind = KINDS.get(random.nextInt(KINDS.size()));
    boolean sourced = kind == TurnEntry.Kind.INPUT || kind == TurnEntry.Kind.UNREADABLE;
    InputPosition source =
        sourced
            ? new InputPosition(
                "topic-" + random.nextInt(3), partition, bits(62), bits(42), bytes(16))
            : null;
    byte[] input =
        switch (kind) {
          case ADOPT -> TurnEntry.adoption(rules + 1 + random.nextInt(3));
          case TICK -> null;
          case INPUT, UNREADABLE, LEAVE, ARRIVE -> bytes(random.nextInt(200));
        };
    int outputs = random.nextInt(3);
    return new TurnEntry(
        lane,
        number,
        bits(42),
        kind,
        source,
        random.nextInt(4) == 0 ? "REASON" : null,
        kind == TurnEntry.Kind.UNREADABLE && random.nextBoolean() ? bytes(random.nextInt(9)) : null,
        input,
        outputs,
        outputs == 0 ? OutputBytes.NOTHING : bytes(32),
        rules);
  }

  private long bits(int count) {
    return count == 0 ? 0 : random.nextLong() >>> (64 - count);
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }
}
