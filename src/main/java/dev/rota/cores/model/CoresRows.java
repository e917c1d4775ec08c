package dev.rota.cores.model;

import dev.rota.table.Codec;
import dev.rota.table.Table;
import dev.rota.table.Tables;
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
 * </pre>
 */
final class CoresRows {
  private final Table<Boolean, ActiveSession> sessions;
  private final Table<Boolean, CoresCodecs.BlockRow> blocks;
  private final Table<Boolean, CoresCodecs.QueueRow> queues;
  private final Table<Long, QueuedClaim> claims;
  private final Table<Long, Boolean> index;

  private ActiveSession savedSession = ActiveSession.NONE;
  private CoresCodecs.QueueRow savedQueue = new CoresCodecs.QueueRow(0, 0);
  private Paras savedIndex = Paras.NONE;

  CoresRows(Tables tables) {
    sessions = tables.open(1, Codec.SINGLE, CoresCodecs.SESSION);
    blocks = tables.open(2, Codec.SINGLE, CoresCodecs.BLOCK);
    queues = tables.open(3, Codec.SINGLE, CoresCodecs.QUEUE);
    claims = tables.open(4, Codec.LONG, CoresCodecs.CLAIM);
    index = tables.open(5, Codec.LONG, CoresCodecs.NOTHING);
  }

  void rebuild(CoresState state) {
    ActiveSession session = sessions.get(true);
    if (session != null) {
      state.start(session);
    }
    CoresCodecs.BlockRow block = blocks.get(true);
    if (block != null) {
      state.begin(block.number());
      block.occupants().forEach(state::occupy);
      block.scheduled().forEach(state::schedule);
    }
    claims.rebuild((ticket, claim) -> state.claims().append(claim));
    CoresCodecs.QueueRow header = queues.get(true);
    if (header != null) {
      state.claims().header(header.cursor(), header.nextTicket());
      savedQueue = header;
    }
    List<Long> paras = new ArrayList<>();
    index.rebuild((para, nothing) -> paras.add(para));
    state.index(Paras.of(paras));
    savedSession = state.session();
    state.takeCoresChanged();
    savedIndex = state.claimIndex();
    state.indexTouched().clear();
  }

  void save(CoresState state) {
    if (!state.session().equals(savedSession)) {
      savedSession = state.session();
      sessions.put(true, savedSession);
    }
    if (state.takeCoresChanged()) {
      blocks.put(true, CoresCodecs.BlockRow.of(state));
    }
    CoresCodecs.QueueRow header =
        new CoresCodecs.QueueRow(state.cursor(), state.claims().nextTicket());
    if (!header.equals(savedQueue)) {
      savedQueue = header;
      queues.put(true, header);
    }
    state.claims().save(claims);
    saveIndex(state);
  }

  private void saveIndex(CoresState state) {
    Paras now = state.claimIndex();
    for (long para : state.indexTouched()) {
      if (now.contains(para) && !savedIndex.contains(para)) {
        index.put(para, true);
      } else if (!now.contains(para) && savedIndex.contains(para)) {
        index.remove(para);
      }
    }
    state.indexTouched().clear();
    savedIndex = now;
  }
}
