package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.OversizedInput;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.readers.audit.Forger.Step;
import dev.rota.registry.AvroDeserializer;
import dev.rota.road.topics.InputReader;
import dev.rota.road.topics.InputReader.Received;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.avro.Schema;

/** Stubs of oversized inputs that are not those of their records, decided and sealed anew. */
final class Stubs {
  private static final int BYTES = 5_000;
  static final int LIMIT = 4_096;
  private static final String DIFFERS = "an unreadable input's reason, lane or bytes differ";

  private Stubs() {}

  static List<Sealed> all() {
    return List.of(
        forged(
            "a stub of another size",
            DIFFERS,
            stub -> new OversizedInput(stub.sha256(), stub.bytes() + 1, LIMIT, stub.source())),
        forged(
            "a stub of another digest",
            DIFFERS,
            stub -> new OversizedInput("0".repeat(64), stub.bytes(), LIMIT, stub.source())),
        ofAnotherRecord(),
        new Sealed(
            "a stub with another key",
            DIFFERS,
            (domain, steps) -> {
              int at = steps.size() / 2;
              byte[] key = "stranger".getBytes(UTF_8);
              steps.add(at, twisted(domain, large(steps.get(at)), LIMIT, key, stub -> stub));
            }),
        forged(
            "a stub with a limit that its record keeps",
            DIFFERS,
            stub ->
                new OversizedInput(stub.sha256(), stub.bytes(), stub.bytes() + 1, stub.source())),
        forged(
            "a stub with a limit that no engine may have",
            DIFFERS,
            stub -> new OversizedInput(stub.sha256(), stub.bytes(), 1_023, stub.source())),
        new Sealed(
            "a good input turned into a stub",
            "a good input is marked unreadable",
            (domain, steps) -> {
              int at = steps.size() / 2;
              while (steps.get(at).value() instanceof byte[]) {
                at++;
              }
              steps.set(at, twisted(domain, steps.get(at), 1, stub -> stub));
            }));
  }

  /** As an engine writes it whose {@code input.bytes.max} is {@link #LIMIT}. */
  static Sealed honest() {
    return forged("an oversized input", "nothing", stub -> stub);
  }

  static Sealed ofAnotherRecord() {
    return forged(
        "a stub of another record",
        DIFFERS,
        stub -> new OversizedInput(stub.sha256(), stub.bytes(), LIMIT, stub.source() + "0"));
  }

  private static Sealed forged(String name, String what, UnaryOperator<OversizedInput> forgery) {
    return new Sealed(
        name,
        what,
        (domain, steps) -> {
          int at = steps.size() / 2;
          steps.add(at, twisted(domain, large(steps.get(at)), LIMIT, forgery));
        });
  }

  private static Step large(Step like) {
    return new Step(
        like.topic(),
        like.partition(),
        like.millis(),
        like.key(),
        "x".repeat(BYTES).getBytes(UTF_8),
        like.headers(),
        Step.honest());
  }

  private static Step twisted(
      Domain domain, Step step, int limit, UnaryOperator<OversizedInput> forgery) {
    return twisted(domain, step, limit, step.key(), forgery);
  }

  private static Step twisted(
      Domain domain, Step step, int limit, byte[] key, UnaryOperator<OversizedInput> forgery) {
    return step.twisted(
        received -> {
          InputPosition source = received.arrival().source();
          Received right = received(reader(domain, limit), step, source);
          OversizedInput stub = OversizedInput.read(right.arrival().bytes()).orElseThrow();
          return List.of(
              new Received(
                  right.lane(),
                  new TurnArrival.Unreadable(
                      source, Output.TOO_LARGE, key, forgery.apply(stub).toBytes()),
                  right.cause()));
        });
  }

  private static Received received(InputReader reader, Step step, InputPosition source) {
    return reader.receive(
        step.topic(),
        step.partition(),
        source.offset(),
        step.millis(),
        step.key(),
        step.framed(),
        step.headers());
  }

  /** It decodes nothing: what it is given is too large. */
  private static InputReader reader(Domain domain, int limit) {
    Schema any = domain.wire().inputs().get(0).schema();
    return new InputReader(domain, AvroDeserializer.assuming(any), 1, limit);
  }
}
