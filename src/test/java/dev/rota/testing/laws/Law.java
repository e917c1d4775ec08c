package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** What holds for any history of any domain. */
abstract class Law<S extends State, I, F extends Fact<S>> {
  final DomainCard<S, I, F> domain;
  final Customs<S> customs;
  final Tally tally;

  Law(DomainCard<S, I, F> domain, Customs<S> customs, Tally tally) {
    this.domain = domain;
    this.customs = customs;
    this.tally = tally;
  }

  @SuppressWarnings("unchecked") // lanes of this domain have no others
  final S own(State state) {
    return (S) state;
  }

  /** How the history breaks the law, or nothing. */
  abstract Optional<String> broken(History history);

  final LanesInMemory bench() {
    return new LanesInMemory(domain);
  }

  final DecidedTurn take(LanesInMemory bench, String lane, Traffic.Event event) {
    tally.turn();
    return bench.take(lane, event);
  }

  /** Every turn of the history, and nothing else. */
  final List<DecidedTurn> play(History history) {
    LanesInMemory bench = bench();
    List<DecidedTurn> turns = new ArrayList<>();
    for (Traffic.Event event : history.events()) {
      turns.add(take(bench, history.lane(), event));
    }
    ended(bench, history.lane());
    return turns;
  }

  final void ended(LanesInMemory bench, String lane) {
    tally.lane(bench.lane(lane).cursor().atMillis());
  }

  /** The first turn whose ledger entry is another, or nothing. */
  static Optional<String> difference(List<DecidedTurn> plain, List<DecidedTurn> other, String how) {
    for (int i = 0; i < plain.size(); i++) {
      if (i >= other.size() || !Arrays.equals(plain.get(i).toBytes(), other.get(i).toBytes())) {
        return Optional.of(
            "turn " + (i + 1) + " " + how + ": " + told(plain, i) + " became " + told(other, i));
      }
    }
    return Optional.empty();
  }

  private static String told(List<DecidedTurn> turns, int index) {
    return index < turns.size() ? told(turns.get(index).published()).toString() : "nothing";
  }

  /** What the outside reads of these turns, byte for byte. */
  static List<List<String>> toldOf(List<DecidedTurn> turns) {
    return turns.stream().map(turn -> told(turn.published())).toList();
  }

  /** What the outside reads of these records, byte for byte. */
  static List<String> told(List<Output> published) {
    return published.stream()
        .map(
            p ->
                p.channel()
                    + " "
                    + p.rule()
                    + " "
                    + (p.payload() == null ? null : HexFormat.of().formatHex(p.payload())))
        .toList();
  }
}
