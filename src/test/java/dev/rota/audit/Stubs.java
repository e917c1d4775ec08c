package dev.rota.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.audit.Forger.Step;
import dev.rota.ledger.Arrival;
import dev.rota.ledger.OversizedInput;
import dev.rota.topics.InputReader.Received;
import dev.rota.topics.LaneKey;
import java.util.List;
import java.util.function.UnaryOperator;

/** Stubs of oversized inputs that are not those of their records, decided and sealed anew. */
final class Stubs {
  private static final int BYTES = 5_000;
  private static final int LIMIT = 4_096;
  private static final String DIFFERS = "an unreadable input's reason, lane or bytes differ";

  private Stubs() {}

  static <I> List<Sealed<I>> all() {
    return List.of(
        forged(
            "a stub of another size",
            DIFFERS,
            stub -> new OversizedInput(stub.sha256(), stub.bytes() + 1, LIMIT, stub.source())),
        forged(
            "a stub of another digest",
            DIFFERS,
            stub -> new OversizedInput("0".repeat(64), stub.bytes(), LIMIT, stub.source())),
        forged(
            "a stub of another record",
            DIFFERS,
            stub -> new OversizedInput(stub.sha256(), stub.bytes(), LIMIT, stub.source() + "0")),
        forged(
            "a stub with a limit that its record keeps",
            DIFFERS,
            stub ->
                new OversizedInput(stub.sha256(), stub.bytes(), stub.bytes() + 1, stub.source())),
        forged(
            "a stub with a limit that no engine may have",
            DIFFERS,
            stub -> new OversizedInput(stub.sha256(), stub.bytes(), 1_023, stub.source())),
        new Sealed<>(
            "a good input turned into a stub",
            "a good input is marked unreadable",
            (domain, steps) -> {
              int at = steps.size() / 2;
              while (steps.get(at).value() instanceof byte[]) {
                at++;
              }
              steps.set(at, twisted(steps.get(at), stub -> stub));
            }));
  }

  private static <I> Sealed<I> forged(
      String name, String what, UnaryOperator<OversizedInput> forgery) {
    return new Sealed<>(name, what, (domain, steps) -> insert(steps, forgery));
  }

  private static <I> void insert(List<Step<I>> steps, UnaryOperator<OversizedInput> forgery) {
    Step<I> like = steps.get(steps.size() / 2);
    Step<I> large =
        new Step<>(
            like.topic(),
            like.partition(),
            like.millis(),
            like.key(),
            "x".repeat(BYTES).getBytes(UTF_8),
            like.headers(),
            Step.honest());
    steps.add(steps.size() / 2, twisted(large, forgery));
  }

  private static <I> Step<I> twisted(Step<I> step, UnaryOperator<OversizedInput> forgery) {
    return step.twisted(
        received -> {
          byte[] value = step.framed();
          long bytes = value.length + step.key().length + headers(step);
          OversizedInput right =
              OversizedInput.of(
                  received.arrival().source(), value, bytes, Math.min(LIMIT, bytes - 1));
          return List.of(
              new Received<>(
                  LaneKey.nobody(step.partition()),
                  new Arrival.Unreadable<>(
                      received.arrival().source(),
                      "TOO_LARGE",
                      step.key(),
                      forgery.apply(right).toBytes()),
                  new IllegalArgumentException("too large")));
        });
  }

  private static long headers(Step<?> step) {
    long bytes = 0;
    for (var header : step.headers()) {
      bytes += header.key().length() + header.value().length;
    }
    return bytes;
  }
}
