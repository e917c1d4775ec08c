package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.readers.follow.LaneStanding;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.held.TurnStretch;
import dev.rota.readers.follow.held.TurnStretches;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** A lane's turns from afar: counts of stretches, a column each, so that a million is small. */
final class StretchColumns {
  private static final int MOST = 8_192;
  private static final int SIZE_MAX = 1 << 20;
  private static final int USUAL = 200;

  private StretchColumns() {}

  static HttpReply answer(LiveDomain domain, HttpCall call) {
    long from = ParameterValues.number(call, "from", 1, 1, Long.MAX_VALUE);
    long to = ParameterValues.number(call, "to", Long.MAX_VALUE, 1, Long.MAX_VALUE);
    long size = ParameterValues.number(call, "size", 0, 1, SIZE_MAX);
    if (to < from) {
      throw ProblemDetails.bad("to is " + to + ", before from, " + from, "pass a later turn");
    }
    LaneStanding standing = TurnRoutes.standing(domain, call);
    String tag = JsonAnswers.tag(domain, standing);
    if (JsonAnswers.has(call, tag)) {
      return JsonAnswers.unchanged(tag);
    }
    if (size == 0) {
      TurnStretches held = domain.stretches(standing.lane(), from, to, 1, 0);
      size = usual(Math.min(to, held.last()) - Math.max(from, held.first()) + 1);
    }
    TurnStretches found = domain.stretches(standing.lane(), from, to, size, MOST);
    return JsonAnswers.of(tag, json(found, standing, size));
  }

  /** The smallest power of two with which so many turns are few stretches. */
  static long usual(long turns) {
    long size = 1;
    while (size * USUAL < turns) {
      size *= 2;
    }
    return size;
  }

  private static ObjectNode json(TurnStretches found, LaneStanding standing, long size) {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    page.put("turn", standing.turn());
    page.put("first", found.first());
    page.put("last", found.last());
    page.put("size", size);
    List<TurnStretch> all = found.all();
    page.put("more", all.size() == MOST);
    ArrayNode at = page.putArray("at");
    all.forEach(one -> at.add(Instant.ofEpochMilli(one.atMillis()).toString()));
    column(page, "turns", all, one -> one.last() - one.first() + 1);
    for (TurnEntry.Kind kind : TurnEntry.Kind.values()) {
      column(page, kind.name().toLowerCase(Locale.ROOT), all, one -> one.of(kind));
    }
    column(page, "refused", all, TurnStretch::refused);
    column(page, "decided", all, TurnStretch::decided);
    column(page, "outputs", all, TurnStretch::outputs);
    column(page, "lines", all, TurnStretch::lines);
    column(page, "lead", all, TurnStretch::lead);
    page.put("from", all.isEmpty() ? 0 : all.get(0).first());
    return page;
  }

  private static void column(
      ObjectNode page, String name, List<TurnStretch> all, ToLongFunction<TurnStretch> of) {
    ArrayNode column = page.putArray(name);
    all.forEach(one -> column.add(of.applyAsLong(one)));
  }
}
