package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.readers.audit.Forger.Step;
import dev.rota.readers.audit.Forger.Twist;
import dev.rota.road.topics.InputReader.Received;
import dev.rota.road.topics.LaneKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/**
 * Forgeries that are decided and sealed anew: whoever has the rules writes a history that is right
 * in itself, over inputs that are not the ones on the topics.
 *
 * @param what of the finding that has to come of it
 */
record Sealed(String name, String what, Plan plan) {
  /** What is done to the steps of a history. */
  interface Plan {
    void edit(Domain domain, List<Step> steps);
  }

  @Override
  public String toString() {
    return name;
  }

  static List<Sealed> all() {
    List<Sealed> all = new ArrayList<>();
    all.addAll(payloads());
    all.addAll(verdicts());
    all.addAll(places());
    return all;
  }

  private static List<Sealed> payloads() {
    String differs = "the ledger's input differs from the retained one";
    return List.of(
        new Sealed(
            "another input under the digest of the retained one",
            differs,
            (domain, steps) -> {
              int at = good(steps);
              steps.set(at, steps.get(at).twisted(legible(domain, another(steps, at))));
            }),
        new Sealed(
            "another input in the first turn of its lane",
            differs,
            (domain, steps) -> {
              int at =
                  IntStream.range(0, steps.size())
                      .filter(i -> another(steps, i) != null)
                      .findFirst()
                      .orElseThrow();
              steps.set(at, steps.get(at).twisted(legible(domain, another(steps, at))));
            }),
        new Sealed(
            "bytes after the input",
            "input",
            (_, steps) ->
                twist(
                    steps,
                    good(steps),
                    r ->
                        bytes(
                            r,
                            Arrays.copyOf(r.arrival().bytes(), r.arrival().bytes().length + 1)))),
        new Sealed(
            "an overlong number in the input",
            "input",
            (_, steps) -> twist(steps, good(steps), r -> bytes(r, overlong(r.arrival().bytes())))));
  }

  private static List<Sealed> verdicts() {
    List<Sealed> all = new ArrayList<>();
    for (String reason :
        List.of(
            "AVRO_DECODE",
            "UNKNOWN_SCHEMA",
            "WRONG_TYPE",
            "BAD_FRAMING",
            "EMPTY_VALUE",
            "BAD_KEY")) {
      all.add(
          new Sealed(
              "a good input marked " + reason,
              "a good input is marked unreadable",
              (_, steps) -> {
                int at = good(steps);
                Step step = steps.get(at);
                twist(steps, at, r -> unreadable(r, step, r.lane(), reason, step.key()));
              }));
    }
    for (String reason : List.of("AVRO_DECODE", "UNKNOWN_SCHEMA")) {
      all.add(
          new Sealed(
              "a good input marked " + reason + " on nobody's lane",
              "a good input is marked unreadable",
              (_, steps) -> {
                int at = good(steps);
                Step step = steps.get(at);
                String nobody = LaneKey.nobody(step.partition());
                twist(steps, at, r -> unreadable(r, step, nobody, reason, step.key()));
              }));
    }
    all.add(
        new Sealed(
            "nonsense decided",
            "an unreadable input is decided",
            (domain, steps) -> {
              int at = bad(steps);
              Step like = like(steps, at);
              steps.set(
                  at,
                  steps
                      .get(at)
                      .twisted(
                          r ->
                              List.of(
                                  new Received(
                                      new String(like.key(), UTF_8),
                                      take(domain, r.arrival().source(), like.value()),
                                      null))));
            }));
    all.add(
        new Sealed(
            "another reason of nonsense",
            "an unreadable input's reason",
            (_, steps) -> {
              int at = bad(steps);
              Step step = steps.get(at);
              twist(steps, at, r -> unreadable(r, step, r.lane(), "WRONG_TYPE", step.key()));
            }));
    all.add(
        new Sealed(
            "another key of nonsense",
            "not those of its digest",
            (_, steps) -> {
              int at = bad(steps);
              Step step = steps.get(at);
              twist(steps, at, r -> unreadable(r, step, r.lane(), "BAD_FRAMING", new byte[] {'k'}));
            }));
    return all;
  }

  private static List<Sealed> places() {
    return List.of(
        new Sealed(
            "a source of another time",
            "an input differs from the ledger",
            (_, steps) ->
                twist(
                    steps,
                    good(steps),
                    r ->
                        at(r, s -> source(s, s.partition(), s.offset(), s.timestampMillis() + 1)))),
        new Sealed(
            "an input of another lane",
            "input",
            (_, steps) -> {
              int at = good(steps);
              String other = home(steps.get(at).partition(), 2);
              twist(steps, at, r -> new Received(other, r.arrival(), null));
            }),
        new Sealed(
            "nonsense in a lane that its key does not name",
            "an unreadable input's reason, lane or bytes differ",
            (_, steps) -> {
              int at = bad(steps);
              String other = home(steps.get(at).partition(), 2);
              twist(steps, at, r -> new Received(other, r.arrival(), r.cause()));
            }),
        new Sealed(
            "an input that is dropped",
            "an input that no turn has taken",
            (_, steps) -> steps.set(good(steps), steps.get(good(steps)).twisted(null))),
        new Sealed(
            "the last input is dropped",
            "an input that the group has committed and no turn has taken",
            (_, steps) -> {
              int last = steps.size() - 1;
              steps.set(last, steps.get(last).twisted(null));
            }),
        new Sealed(
            "an input decided twice",
            "an input is decided twice or out of order",
            (_, steps) -> {
              int at = good(steps);
              steps.set(at, steps.get(at).twisted(r -> List.of(r, r)));
            }),
        new Sealed(
            "an input that never was",
            "an input of the ledger is not on its topic",
            (_, steps) -> {
              int last = steps.size() - 1;
              steps.set(
                  last,
                  steps
                      .get(last)
                      .twisted(
                          r ->
                              List.of(
                                  r,
                                  at(
                                      r,
                                      s ->
                                          source(
                                              s,
                                              s.partition(),
                                              s.offset() + 1,
                                              s.timestampMillis())))));
            }),
        new Sealed(
            "a tick that nothing is due for",
            "a tick without a deadline",
            (_, steps) -> {
              int at = good(steps);
              String lane = new String(steps.get(at).key(), UTF_8);
              steps.set(at, steps.get(at).twisted(r -> List.of(r, tick(lane, r))));
            }),
        new Sealed(
            "a lane that begins with a tick",
            "a tick without a deadline",
            (_, steps) -> {
              int at = good(steps);
              String ghost = home(steps.get(at).partition(), 2);
              steps.set(at, steps.get(at).twisted(r -> List.of(r, tick(ghost, r))));
            }));
  }

  private static Received tick(String lane, Received like) {
    // The lane's time as it is: no deadline is left up to then.
    return new Received(lane, new TurnArrival.Tick(like.arrival().timestampMillis()), null);
  }

  /** A lane of this partition that nobody else has. */
  private static String home(int partition, int partitions) {
    return home("ghost-", partition, partitions);
  }

  /** The first lane of such names that belongs on this partition. */
  static String home(String name, int partition, int partitions) {
    return Stream.iterate(0, i -> i + 1)
        .map(i -> name + i)
        .filter(lane -> LaneKey.partition(lane.getBytes(UTF_8), partitions) == partition)
        .findFirst()
        .orElseThrow();
  }

  private interface One {
    Received of(Received received);
  }

  private static void twist(List<Step> steps, int at, One one) {
    steps.set(at, steps.get(at).twisted(received -> List.of(one.of(received))));
  }

  private static Twist legible(Domain domain, Object record) {
    return r -> List.of(new Received(r.lane(), take(domain, r.arrival().source(), record), null));
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // a domain's state and facts do not matter here
  private static TurnArrival take(Domain domain, InputPosition source, Object record) {
    return new InputCodec(domain).take(source, (SpecificRecord) record);
  }

  private static Received unreadable(
      Received r, Step step, String lane, String reason, byte[] key) {
    byte[] value =
        r.arrival() instanceof TurnArrival.Unreadable already ? already.bytes() : framed(step);
    return new Received(
        lane,
        new TurnArrival.Unreadable(r.arrival().source(), reason, key, value),
        new IllegalArgumentException(reason));
  }

  private static byte[] framed(Step step) {
    return step.framed();
  }

  private static Received bytes(Received r, byte[] bytes) {
    TurnArrival.Legible legible = (TurnArrival.Legible) r.arrival();
    return new Received(
        r.lane(), new TurnArrival.Legible(legible.source(), legible.input(), bytes), null);
  }

  /** The first number behind the fingerprint is the length of the lane's name. */
  private static byte[] overlong(byte[] input) {
    byte[] longer = new byte[input.length + 1];
    System.arraycopy(input, 0, longer, 0, 11);
    System.arraycopy(input, 11, longer, 12, input.length - 11);
    longer[10] = (byte) (input[10] | 0x80);
    return longer;
  }

  private interface Elsewhere {
    InputPosition of(InputPosition source);
  }

  private static Received at(Received r, Elsewhere elsewhere) {
    InputPosition source = elsewhere.of(r.arrival().source());
    TurnArrival arrival =
        r.arrival() instanceof TurnArrival.Legible legible
            ? new TurnArrival.Legible(source, legible.input(), legible.bytes())
            : new TurnArrival.Unreadable(
                source,
                ((TurnArrival.Unreadable) r.arrival()).reason(),
                ((TurnArrival.Unreadable) r.arrival()).key(),
                r.arrival().bytes());
    return new Received(r.lane(), arrival, r.cause());
  }

  private static InputPosition source(InputPosition s, int partition, long offset, long millis) {
    return new InputPosition(s.topic(), partition, offset, millis, s.digest());
  }

  /** A step in the middle with a good record, for which there is another one. */
  private static int good(List<Step> steps) {
    return IntStream.range(steps.size() / 2, steps.size())
        .filter(i -> another(steps, i) != null)
        .findFirst()
        .orElseThrow();
  }

  private static int bad(List<Step> steps) {
    return IntStream.range(steps.size() / 2, steps.size())
        .filter(i -> steps.get(i).value() instanceof byte[])
        .findFirst()
        .orElseThrow();
  }

  /** Another record of this step's topic and lane, or null. */
  private static Object another(List<Step> steps, int at) {
    Step step = steps.get(at);
    return step.value() instanceof byte[]
        ? null
        : steps.stream()
            .filter(other -> isLike(other, step) && !other.value().equals(step.value()))
            .map(Step::value)
            .findFirst()
            .orElse(null);
  }

  private static Step like(List<Step> steps, int at) {
    return steps.stream().filter(other -> isLike(other, steps.get(at))).findFirst().orElseThrow();
  }

  private static boolean isLike(Step other, Step step) {
    return other.topic().equals(step.topic())
        && Arrays.equals(other.key(), step.key())
        && other.value() instanceof SpecificRecord;
  }
}
