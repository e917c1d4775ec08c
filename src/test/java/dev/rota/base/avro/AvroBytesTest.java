package dev.rota.base.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.JobEvent;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Records are written as Avro's own writer writes them. */
final class AvroBytesTest {
  private static final int EVENTS = 3_000;

  private final AvroBytes avro = new AvroBytes();

  static List<Domain> domains() {
    return Domains.ALL;
  }

  @ParameterizedTest
  @MethodSource("domains")
  void recordsOfAllKindsInAnyOrder(Domain domain) throws IOException {
    Iterator<Traffic.Event> events = DomainTraffic.of(domain).start("lane", 7);
    Set<Class<?>> kinds = new HashSet<>();
    for (int i = 0; i < EVENTS; i++) {
      SpecificRecord record = events.next().record();
      kinds.add(record.getClass());
      assertThat(avro.encode(record)).isEqualTo(byAvro(record));
    }
    assertThat(kinds).hasSizeGreaterThan(1);
  }

  @Test
  void aRecordThatIsNotOfTheUnionIsRefusedEachTime() {
    SpecificRecord beat = BotHeartbeat.newBuilder().setGrid("lane").setBot("b").build();
    JobEvent event = new JobEvent("lane", beat);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> avro.encode(event)).isInstanceOf(AvroRuntimeException.class);
    }
  }

  private static byte[] byAvro(SpecificRecord record) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    new SpecificDatumWriter<>(record.getSchema()).write(record, encoder);
    encoder.flush();
    return out.toByteArray();
  }
}
