package dev.rota.cores.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.rules.CoresInvariants;
import dev.rota.kernel.engine.Invariant;
import dev.rota.lab.traffic.cores.RelayChain;
import dev.rota.lab.traffic.cores.RelayChainShape;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each invariant finds the fault that it is there for. */
class CoresInvariantsTest {
  private static final long NOBODY = 7;

  static Stream<Arguments> faults() {
    return Stream.of(
        fault(
            "a para has one live claim at most (GUIDE)",
            state -> {
              state.enqueue(state.tail().next(NOBODY, "a", 0));
              state.enqueue(state.tail().next(NOBODY, "b", 0));
            }),
        fault("the claim index is the live claims (GUIDE)", state -> state.claimed(NOBODY)),
        fault(
            "no core is both scheduled and occupied",
            state -> {
              CoreAssignment entry =
                  new CoreAssignment(0, OccupantKind.PARACHAIN, NOBODY, null, 0, 0);
              state.schedule(entry);
              state.occupy(0, CoreOccupant.of(entry, state.block()));
            }),
        fault(
            "a claim waits for a parathread core that exists",
            state -> state.claims().append(new QueuedClaim(-1, NOBODY, "a", 0, 99))),
        fault(
            "a waiting claim is for a live parathread",
            state -> state.enqueue(state.tail().next(NOBODY, "a", 0))),
        fault(
            "a waiting claim is within its retries",
            state -> state.enqueue(state.tail().next(NOBODY, "a", 99))),
        fault(
            "the queue is in the order of its tickets",
            state ->
                state.claims().append(new QueuedClaim(state.nextTicket() + 1, NOBODY, "a", 0, 0))),
        fault("every active validator is in exactly one group", CoresInvariantsTest::oneCoreMore),
        fault(
            "a core is occupied since a block that was",
            state ->
                state.occupy(
                    0, new CoreOccupant(OccupantKind.PARACHAIN, NOBODY, null, 0, state.now() + 1))),
        fault(
            "orders wait by coretime alone, and not too many",
            state -> state.coretime().enqueue(new SpotOrder(0, NOBODY, "a", 0))));
  }

  private static Arguments fault(String invariant, Consumer<CoresState> spoil) {
    return Arguments.of(invariant, spoil);
  }

  private static void oneCoreMore(CoresState state) {
    ActiveSession s = state.session();
    state.start(
        new ActiveSession(
            s.index(),
            s.startBlock(),
            s.cores() + 1,
            s.parameters(),
            s.parachains(),
            s.parathreads(),
            s.groups()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void aFaultIsFoundByTheInvariantThatIsThereForIt(String name, Consumer<CoresState> spoil) {
    CoresState state = sound();
    assertThat(broken(state)).isEmpty();
    spoil.accept(state);
    assertThat(broken(state)).contains(name);
  }

  /** The state's own methods cannot put an entry on another core: nothing to spoil there. */
  @Test
  void everyInvariantButOneHasItsFault() {
    assertThat(CoresInvariants.all().stream().map(Invariant::name))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    faults().map(fault -> (String) fault.get()[0]),
                    Stream.of("an entry of the scheduled list stands on its core"))
                .toList());
  }

  private static CoresState sound() {
    Chain chain = new Chain();
    RelayChain events = new RelayChain(new RelayChainShape(RuleSet.GUIDE, 4, 3, 12, 25, 40, 2), 1);
    for (int i = 0; i < 200; i++) {
      chain.take(events.next().input());
    }
    return chain.state();
  }

  private static List<String> broken(CoresState state) {
    return CoresInvariants.all().stream()
        .filter(invariant -> invariant.broken().apply(state).isPresent())
        .map(Invariant::name)
        .toList();
  }
}
