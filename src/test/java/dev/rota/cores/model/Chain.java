package dev.rota.cores.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.rules.CoresEngine;
import dev.rota.cores.rules.CoresInvariants;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One chain over rows in memory, which can be thrown away and rebuilt after any turn. */
public final class Chain {
  private final TreeRows rows = new TreeRows();
  private Tables tables = new Tables(rows, 0);
  private CoresState state = new CoresState(tables);
  private Stepper<CoresState, CoresInput, CoresFact> stepper =
      new Stepper<>(new CoresEngine(), state);
  private long turns;

  public CoresState state() {
    return state;
  }

  public long digest() {
    return tables.digest();
  }

  public int rows() {
    return rows.size();
  }

  public List<CoresFact> take(CoresInput input) {
    turns++;
    List<CoresFact> facts = stepper.take(new Turn<>("chain", turns, 1000 * turns, input));
    state.save();
    return facts;
  }

  /** Facts that a routine alone has decided. */
  public void apply(List<CoresFact> facts) {
    facts.forEach(fact -> fact.applyTo(state));
  }

  /** What is left when everything in memory is lost. */
  public void rebuild() {
    state.save();
    CoresState lost = state;
    tables = new Tables(rows, tables.digest());
    state = new CoresState(tables);
    stepper = new Stepper<>(new CoresEngine(), state);
    assertThat(Memory.of(state)).isEqualTo(Memory.of(lost));
    assertThat(writtenAnew()).as("digest of the same state, written anew").isEqualTo(digest());
  }

  private long writtenAnew() {
    Tables fresh = new Tables(new TreeRows(), 0);
    CoresState copy = new CoresState(fresh);
    if (!state.session().equals(ActiveSession.NONE)) {
      copy.start(state.session());
    }
    copy.begin(state.block());
    CoresCodecs.BlockRow block = CoresCodecs.BlockRow.of(state);
    block.occupants().forEach(copy::occupy);
    block.scheduled().forEach(copy::schedule);
    copy.claims().reset(state.queue(), state.cursor());
    copy.claims().header(state.cursor(), state.nextTicket());
    copy.index(state.claimIndex());
    CoretimeBook book = state.coretime();
    book.agendas().forEach(copy.coretime()::keep);
    book.orders().orders().forEach(copy.coretime()::enqueue);
    copy.coretime().orders().header(book.orders().nextTicket());
    if (tables.open(6, Codec.NOTHING, CoresCodecs.SPOT).get(true) != null) {
      copy.coretime().price(new SpotTraffic(SpotTraffic.MAX)); // so that there is a row
      copy.save();
    }
    copy.coretime().price(book.traffic());
    if (tables.open(2, Codec.NOTHING, CoresCodecs.BLOCK).get(true) == null) {
      copy.takeCoresChanged();
    }
    copy.save();
    return fresh.digest();
  }

  public void checkInvariants() {
    CoresInvariants.all()
        .forEach(
            invariant ->
                assertThat(invariant.broken().apply(state)).as(invariant.name()).isEmpty());
  }

  /** Everything that a state holds, for comparison. */
  record Memory(
      long block,
      ActiveSession session,
      Map<Integer, CoreOccupant> occupants,
      List<CoreAssignment> scheduled,
      List<QueuedClaim> queue,
      int cursor,
      long nextTicket,
      ParaSet index,
      int cores,
      Map<Integer, CoreAgenda> agendas,
      List<SpotOrder> orders,
      long nextOrder,
      SpotTraffic traffic) {
    static Memory of(CoresState state) {
      CoresCodecs.BlockRow row = CoresCodecs.BlockRow.of(state);
      return new Memory(
          state.block(),
          state.session(),
          row.occupants(),
          row.scheduled(),
          new ArrayList<>(state.queue()),
          state.cursor(),
          state.nextTicket(),
          state.claimIndex(),
          state.cores(),
          new TreeMap<>(state.coretime().agendas()),
          new ArrayList<>(state.coretime().orders().orders()),
          state.coretime().orders().nextTicket(),
          state.coretime().traffic());
    }
  }
}
