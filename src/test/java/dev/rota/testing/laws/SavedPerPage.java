package dev.rota.testing.laws;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Sha256;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.likeness.Likeness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A lane that is saved once a page decides what a lane decides that is saved after each turn, and
 * leaves the same rows, whatever the rules fail over. Reopened from them, it has the same in
 * memory.
 */
final class SavedPerPage<S extends State, I, F extends Fact<S>> extends Law<S, I, F> {
  SavedPerPage(DomainCard<S, I, F> domain, Customs<S> customs, Tally tally) {
    super(domain, customs, tally);
  }

  @Override
  Optional<String> broken(History history) {
    DomainCard<S, I, F> failing = FailingRules.of(domain, history.seed());
    InputCodec codec = new InputCodec(failing);
    TreeRows perTurn = new TreeRows();
    TreeRows perPage = new TreeRows();
    LaneStore plain = new LaneStore(failing, perTurn);
    LaneStore late = late(failing, perPage);
    for (int i = 0; i < history.events().size(); i++) {
      TurnArrival arrival = arrival(codec, history, i);
      List<String> expected = take(plain, history.lane(), arrival);
      List<String> found = take(late, history.lane(), arrival);
      if (!found.equals(expected)) {
        return Optional.of("turn " + i + " became " + found + " instead of " + expected);
      }
      if (FailingRules.seldom(-history.seed(), i)) {
        tally.met();
        late.stateDigest(history.lane());
        Optional<String> difference = rows(perTurn, perPage);
        if (difference.isEmpty()) {
          difference = reopened(failing, perPage, late, history.lane());
        }
        if (difference.isPresent()) {
          return difference.map(("after turn " + i + ": ")::concat);
        }
        late = FailingRules.seldom(history.seed(), -i) ? late(failing, perPage) : late;
      }
    }
    return Optional.empty();
  }

  private LaneStore late(DomainCard<S, I, F> failing, TreeRows rows) {
    LaneStore store = new LaneStore(failing, rows);
    store.savePerPage();
    return store;
  }

  private List<String> take(LaneStore store, String lane, TurnArrival arrival) {
    tally.turn();
    List<String> turns = new ArrayList<>();
    store.lane(lane).take(arrival, arrival.timestampMillis(), turn -> turns.add(told(turn)));
    turns.add("next " + store.lane(lane).nextDeadline());
    return turns;
  }

  /** All of the turn but the digest of its state. */
  private static String told(DecidedTurn turn) {
    return Arrays.hashCode(new DecidedTurn(turn.entry(), 0, List.of(), List.of()).toBytes())
        + " "
        + turn.entry().reason()
        + " "
        + told(turn.published());
  }

  private Optional<String> reopened(
      DomainCard<S, I, F> failing, TreeRows rows, LaneStore live, String lane) {
    S lived = own(live.lane(lane).state());
    S reopened = own(new LaneStore(failing, rows).lane(lane).state());
    Likeness likeness = customs.likeness();
    customs.remember(lived, reopened);
    return likeness.difference(lived, reopened);
  }

  private static Optional<String> rows(TreeRows one, TreeRows other) {
    List<Row> ones = all(one);
    List<Row> others = all(other);
    for (int i = 0; i < Math.min(ones.size(), others.size()); i++) {
      if (!Arrays.equals(ones.get(i).key(), others.get(i).key())
          || !Arrays.equals(ones.get(i).value(), others.get(i).value())) {
        return Optional.of(
            "the row " + Arrays.toString(others.get(i).key()) + " is another, or missing");
      }
    }
    return ones.size() == others.size()
        ? Optional.empty()
        : Optional.of("there are " + others.size() + " rows instead of " + ones.size());
  }

  private static List<Row> all(TreeRows rows) {
    return rows.page(new KeySpan(new byte[0], null), Integer.MAX_VALUE);
  }

  private TurnArrival arrival(InputCodec codec, History history, int offset) {
    Traffic.Event event = history.events().get(offset);
    byte[] digest = new Sha256().number(offset).finish();
    InputPosition source = new InputPosition(event.topic(), 0, offset, event.atMillis(), digest);
    byte[] key = history.lane().getBytes(UTF_8);
    if (event.record() == null) {
      return new TurnArrival.Unreadable(source, "EMPTY_VALUE", key, null);
    }
    TurnArrival input = codec.take(source, event.record());
    return codec.excess(event.topic(), event.record()) == null
        ? input
        : new TurnArrival.Unreadable(source, Output.LIMIT, key, input.bytes());
  }
}
