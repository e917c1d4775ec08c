package dev.rota.road.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.AlarmDomain;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler.Result;
import org.apache.kafka.streams.errors.internals.DefaultErrorHandlerContext;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Test;

/** An output that cannot be sent fails its task; nothing is dropped. */
final class UnsendableOutputTest {
  private final UnsendableOutput handler = new UnsendableOutput();

  @Test
  void aRecordThatIsTooLargeFailsTheTask() {
    assertThat(handler.handleError(context(), record(), new RecordTooLargeException()).result())
        .isEqualTo(Result.FAIL);
  }

  @Test
  void whatMayPassIsTriedAgain() {
    assertThat(handler.handleError(context(), record(), new TimeoutException()).result())
        .isEqualTo(Result.RETRY);
  }

  @Test
  void theOperatorReadsWhetherItIsATurnAPageOrARow() {
    assertThat(UnsendableOutput.turn(record())).isEqualTo("home/7/0");
    var page = new RecordHeaders().add("rota.page", "12".getBytes(UTF_8));
    assertThat(UnsendableOutput.turn(record(page))).isEqualTo("(none: page 12 of the ledger)");
    assertThat(UnsendableOutput.turn(record(new RecordHeaders()))).contains("a row of the state");
  }

  @Test
  void everyDomainHasIt() {
    var settings =
        new StreamsSettings(
            "rota",
            Map.of(),
            Map.of(),
            ValueSerde.avro(Map.of()),
            Path.of("unused"),
            1,
            Duration.ofSeconds(1));
    assertThat(settings.streams(new AlarmDomain()))
        .containsEntry("production.exception.handler", UnsendableOutput.class);
  }

  private static ProducerRecord<byte[], byte[]> record() {
    return record(new RecordHeaders().add("rota.turn", "home/7/0".getBytes(UTF_8)));
  }

  private static ProducerRecord<byte[], byte[]> record(Headers headers) {
    return new ProducerRecord<>("alarms-outcomes", 0, new byte[4], new byte[17 << 20], headers);
  }

  private static ErrorHandlerContext context() {
    return new DefaultErrorHandlerContext(
        null,
        "alarm-settings",
        0,
        42,
        new RecordHeaders(),
        "decider",
        new TaskId(0, 0),
        0L,
        null,
        null);
  }
}
