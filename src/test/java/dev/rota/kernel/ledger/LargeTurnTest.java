package dev.rota.kernel.ledger;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.AlarmSetting;
import dev.rota.base.avro.AvroBytes;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.limits.TurnBudget;
import dev.rota.kernel.table.Sha256;
import dev.rota.testing.Book;
import dev.rota.testing.TestAlarms;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A large turn's payloads are never in memory together, and are the same as if they were. */
final class LargeTurnTest {
  private static final int MEBIBYTE = 1 << 20;
  private static final int ALARMS = 24;

  private TestAlarms domain = new TestAlarms();
  private Book book = new Book(domain);

  @AfterEach
  void aReplayDecidesTheSame() {
    assertThat(book.replayed(domain))
        .hasSameSizeAs(book.turns())
        .allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void onlySomeMebibytesStayInMemory() {
    DecidedTurn decided = ring();

    assertThat(decided.published()).hasSize(ALARMS);
    long kept =
        decided.published().stream()
            .filter(LargeTurnTest::isKept)
            .mapToLong(one -> one.payload().length)
            .sum();
    assertThat(kept).isBetween(TurnBudget.KEPT_BYTES_MAX - 2 * MEBIBYTE, TurnBudget.KEPT_BYTES_MAX);
  }

  /** A payload that is not kept is another array each time. */
  private static boolean isKept(Output output) {
    byte[] first = output.payload();
    return output.payload() == first;
  }

  @Test
  void itsDigestIsOfAllPayloads() {
    DecidedTurn decided = ring();

    var sha = new Sha256();
    for (Output one : decided.published()) {
      sha.field(one.channel().name().getBytes(UTF_8))
          .field(one.rule().getBytes(UTF_8))
          .field(new AvroBytes().encode(one.record()));
    }
    assertThat(decided.entry().outputsDigest()).isEqualTo(sha.finish());
  }

  @Test
  void whatExceedsItsBudgetIsInNoPartOfIt() {
    long budget = 20L * MEBIBYTE;
    domain = new TestAlarms(1, budget);
    book = new Book(domain);

    DecidedTurn first = ring();
    DecidedTurn second = book.tick("home", 401);

    assertThat(first.published().stream().mapToLong(one -> one.payload().length).sum())
        .isBetween(TurnBudget.KEPT_BYTES_MAX, budget);
    assertThat(first.published()).allMatch(one -> one.rule().equals("alarms.ring"));
    assertThat(first.published().size() + second.published().size()).isEqualTo(ALARMS);
  }

  /** Many alarms at once, each with a note of a mebibyte. */
  private DecidedTurn ring() {
    book.take(SETTINGS, "home", 0, set("home", "zeal", 900));
    for (int i = 0; i < ALARMS; i++) {
      String note = (char) ('a' + i) + "n".repeat(MEBIBYTE);
      book.take(SETTINGS, "home", 0, new AlarmSetting("home", "alarm-" + i, 300L, note));
    }
    return book.tick("home", 400);
  }
}
