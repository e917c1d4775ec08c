package dev.rota.cores.model;

import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.SingleRow;
import dev.rota.kernel.table.Table;
import dev.rota.kernel.table.Tables;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a chain. Each is written at most once a turn, and only when it changed.
 *
 * <pre>
 * 1 session  one row: configuration, registry, groups
 * 2 block    one row: number, occupied cores, scheduled list
 * 3 queue    one row: cursor, next ticket
 * 4 claims   ticket -> claim
 * 5 index    para   -> nothing
 * 6 spot     one row: traffic, next ticket
 * 7 agendas  core   -> what it serves by coretime
 * 8 orders   ticket -> order on demand
 * </pre>
 */
final class CoresRows {
  private final SingleRow<ActiveSession> session;
  private final SingleRow<CoresCodecs.BlockRow> block;
  private final SingleRow<CoresCodecs.QueueRow> queue;
  private final Table<Long, QueuedClaim> claims;
  private final Table<Long, Boolean> index;
  private final SingleRow<CoresCodecs.SpotRow> spot;
  private final CoretimeBook.Rows coretime;
  private ParaSet savedIndex;

  CoresRows(Tables tables) {
    session = tables.openSingle(1, CoresCodecs.SESSION, ActiveSession.NONE);
    block = tables.openSingle(2, CoresCodecs.BLOCK, null);
    queue = tables.openSingle(3, CoresCodecs.QUEUE, new CoresCodecs.QueueRow(0, 0));
    claims = tables.open(4, Codec.LONG, CoresCodecs.CLAIM);
    index = tables.open(5, Codec.LONG, Codec.NOTHING);
    spot = tables.openSingle(6, CoresCodecs.SPOT, CoresCodecs.SpotRow.NONE);
    coretime =
        new CoretimeBook.Rows(
            tables.open(7, CoresCodecs.CORE, CoresCodecs.AGENDA),
            tables.open(8, Codec.LONG, CoresCodecs.ORDER));
  }

  void rebuild(CoresState state) {
    state.start(session.get());
    if (block.get() != null) {
      state.begin(block.get().number());
      block.get().occupants().forEach(state::occupy);
      block.get().scheduled().forEach(state::schedule);
    }
    claims.rebuild((_, claim) -> state.claims().append(claim));
    state.claims().header(queue.get().cursor(), queue.get().nextTicket());
    List<Long> paras = new ArrayList<>();
    index.rebuild((para, _) -> paras.add(para));
    state.index(ParaSet.of(paras));
    state.coretime().rebuild(coretime, spot.get().traffic(), spot.get().nextTicket());
    state.takeCoresChanged();
    savedIndex = state.claimIndex();
    state.indexTouched().clear();
  }

  void save(CoresState state) {
    session.save(state.session());
    if (state.takeCoresChanged()) {
      block.set(CoresCodecs.BlockRow.of(state));
    }
    block.save();
    queue.save(new CoresCodecs.QueueRow(state.cursor(), state.claims().nextTicket()));
    state.claims().save(claims);
    saveIndex(state);
    CoretimeBook book = state.coretime();
    spot.save(new CoresCodecs.SpotRow(book.traffic(), book.orders().nextTicket()));
    book.save(coretime);
  }

  private void saveIndex(CoresState state) {
    ParaSet now = state.claimIndex();
    for (long para : state.indexTouched()) {
      if (now.contains(para) != savedIndex.contains(para)) {
        index.set(para, now.contains(para) ? true : null);
      }
    }
    state.indexTouched().clear();
    savedIndex = now;
  }
}
