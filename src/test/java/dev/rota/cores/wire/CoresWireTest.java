package dev.rota.cores.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.ClaimOutcome;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.CoreState;
import dev.rota.cores.CoreView;
import dev.rota.cores.CoresDomain;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.cores.Outcome;
import dev.rota.cores.OutcomeReason;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.RuleSet;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.cores.ChainEvents;
import dev.rota.lab.traffic.cores.RelayChain;
import dev.rota.lab.traffic.cores.RelayChainShape;
import dev.rota.lab.traffic.cores.RelayChainTraffic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CoresWireTest {
  private static final RelayChainShape SMALL =
      new RelayChainShape(RuleSet.GUIDE, 4, 3, 12, 25, 40, 2);

  private final CoresWire wire = new CoresWire();
  private final CoresDomain domain = new CoresDomain();
  private final Stepper<CoresState, CoresInput, CoresFact> stepper =
      new Stepper<>(domain.engine(), domain.open(new Tables(new TreeRows(), 0)));

  @BeforeAll
  static void trustOurOwnRecords() {
    GeneratedClasses.trust();
  }

  @Test
  void inputsComeBackFromTheirBytesAsTheyWere() throws IOException {
    RelayChain chain = new RelayChain(SMALL, 3);
    for (int i = 0; i < 1000; i++) {
      CoresInput input = chain.next().input();
      SpecificRecord record =
          input instanceof Block block
              ? ChainEvents.block("polkadot", block)
              : ChainEvents.claim("polkadot", (Claim) input);
      SpecificRecord back = throughBytes(record);
      assertThat(wire.read(back)).isEqualTo(input);
      assertThat(wire.lane(back)).isEqualTo("polkadot");
    }
  }

  @Test
  void everyOutputFitsItsSchema() throws IOException {
    Iterator<Traffic.Event> events = new RelayChainTraffic(SMALL).start("kusama", 4);
    int assignments = 0;
    int outcomes = 0;
    for (int i = 0; i < 1000; i++) {
      for (Output output : take(events.next().record())) {
        boolean assignment = output.channel() == Output.Channel.ASSIGNMENTS;
        assertThat(output.record().getSchema())
            .isEqualTo(assignment ? wire.assignments() : wire.outcomes());
        assertThat(throughBytes(output.record())).isEqualTo(output.record());
        assertThat(output.rule()).startsWith("cores ");
        assignments += assignment ? 1 : 0;
        outcomes += assignment ? 0 : 1;
      }
    }
    assertThat(assignments).isGreaterThan(200);
    assertThat(outcomes).isGreaterThan(1000);
  }

  @Test
  void trafficStartsWithTheGenesisSessionAndItsTimeNeverDecreases() {
    Iterator<Traffic.Event> events = DomainTraffic.of(domain).start("polkadot", 1);
    Traffic.Event first = events.next();
    assertThat(first.topic()).isEqualTo("block-events");
    assertThat(((BlockEvent) first.record()).getSession().getIndex()).isZero();
    long last = first.atMillis();
    for (int i = 0; i < 2000; i++) {
      Traffic.Event event = events.next();
      assertThat(event.atMillis()).isGreaterThanOrEqualTo(last);
      last = event.atMillis();
    }
  }

  @Test
  void aScheduleNamesGroupsThroughTheShuffleOnlyWhenTheyChanged() {
    Iterator<Traffic.Event> events = new RelayChainTraffic(SMALL).start("polkadot", 1);
    CoreSchedule genesis = (CoreSchedule) take(events.next().record()).get(0).record();
    assertThat(genesis.getGroups()).hasSize(7);
    assertThat(genesis.getGroups().stream().flatMap(List::stream).sorted().toList())
        .hasSize(25)
        .startsWith(0)
        .endsWith(24);
    assertThat(genesis.getGroups().get(0)).isNotEqualTo(List.of(0, 1, 2, 3));
    assertThat(genesis.getCores()).extracting(CoreView::getState).contains(CoreState.SCHEDULED);
    assertThat(genesis.getRotation()).isZero();
    assertThat(genesis.getNextRotationAt()).isEqualTo(1);
    SpecificRecord record = events.next().record();
    while (!(record instanceof BlockEvent)) {
      record = events.next().record();
    }
    List<Output> told = take(record);
    assertThat(((CoreSchedule) told.get(told.size() - 1).record()).getGroups()).isNull();
  }

  @Test
  void aStrangeReasonIsReadAndRefusedWithItsDetail() {
    BlockEvent event =
        ChainEvents.block("c", new Block(1, false, List.of(), List.of(), List.of(), none()));
    BlockEvent strange =
        BlockEvent.newBuilder(event)
            .setFreed(List.of(new FreedCore(3, FreedReason.UNKNOWN)))
            .build();
    ClaimOutcome outcome = (ClaimOutcome) take(strange).get(0).record();
    assertThat(outcome.getOutcome()).isEqualTo(Outcome.REFUSED);
    assertThat(outcome.getReason()).isEqualTo(OutcomeReason.UNSUPPORTED_VALUE);
    assertThat(outcome.getDetail()).contains("freed.reason of core 3");
    assertThat(outcome.getPara()).isNull();
    assertThat(outcome.getBlock()).as("no block yet").isNull();
  }

  @Test
  void aForeignRecordIsNamed() {
    ClaimOutcome foreign =
        new ClaimOutcome("c", null, null, Outcome.QUEUED, null, null, null, 0, null, List.of());
    assertThatThrownBy(() -> wire.read(foreign))
        .hasMessageContaining("dev.rota.cores.ClaimOutcome");
  }

  private static Optional<CoresInput.Session> none() {
    return Optional.empty();
  }

  private List<Output> take(SpecificRecord record) {
    List<Output> outputs = new ArrayList<>();
    for (CoresFact fact : stepper.take(new Turn<>("lane", 1, 1, wire.read(record)))) {
      Output output = wire.write("lane", fact);
      if (output != null) {
        outputs.add(output);
      }
    }
    return outputs;
  }

  private static SpecificRecord throughBytes(SpecificRecord record) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new SpecificDatumWriter<SpecificRecord>(record.getSchema()).write(record, encoder);
    encoder.flush();
    return new SpecificDatumReader<SpecificRecord>(record.getSchema())
        .read(null, DecoderFactory.get().binaryDecoder(bytes.toByteArray(), null));
  }
}
