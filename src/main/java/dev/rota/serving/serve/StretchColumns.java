package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.http.Call;
import dev.rota.base.http.Reply;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.Entry;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.Standing;
import dev.rota.readers.follow.held.Stretch;
import dev.rota.readers.follow.held.Stretches;
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

  static <S extends State, I, F extends Fact<S>> Reply answer(
      LiveDomain<S, I, F> domain, Call call) {
    long from = Values.number(call, "from", 1, 1, Long.MAX_VALUE);
    long to = Values.number(call, "to", Long.MAX_VALUE, 1, Long.MAX_VALUE);
    long size = Values.number(call, "size", 0, 1, SIZE_MAX);
    if (to < from) {
      throw Problem.bad("to is " + to + ", before from, " + from, "pass a later turn");
    }
    Standing standing = TurnRoutes.standing(domain, call);
    String tag = Json.tag(domain, standing);
    if (Json.has(call, tag)) {
      return Json.unchanged(tag);
    }
    if (size == 0) {
      Stretches held = domain.stretches(standing.lane(), from, to, 1, 0);
      size = usual(Math.min(to, held.last()) - Math.max(from, held.first()) + 1);
    }
    Stretches found = domain.stretches(standing.lane(), from, to, size, MOST);
    return Json.of(tag, json(found, standing, size));
  }

  /** The smallest power of two with which so many turns are few stretches. */
  static long usual(long turns) {
    long size = 1;
    while (size * USUAL < turns) {
      size *= 2;
    }
    return size;
  }

  private static ObjectNode json(Stretches found, Standing standing, long size) {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    page.put("turn", standing.turn());
    page.put("first", found.first());
    page.put("last", found.last());
    page.put("size", size);
    List<Stretch> all = found.all();
    page.put("more", all.size() == MOST);
    ArrayNode at = page.putArray("at");
    all.forEach(one -> at.add(Instant.ofEpochMilli(one.atMillis()).toString()));
    column(page, "turns", all, one -> one.last() - one.first() + 1);
    for (Entry.Kind kind : Entry.Kind.values()) {
      column(page, kind.name().toLowerCase(Locale.ROOT), all, one -> one.of(kind));
    }
    column(page, "refused", all, Stretch::refused);
    column(page, "decided", all, Stretch::decided);
    column(page, "outputs", all, Stretch::outputs);
    column(page, "lines", all, Stretch::lines);
    column(page, "lead", all, Stretch::lead);
    page.put("from", all.isEmpty() ? 0 : all.get(0).first());
    return page;
  }

  private static void column(
      ObjectNode page, String name, List<Stretch> all, ToLongFunction<Stretch> of) {
    ArrayNode column = page.putArray(name);
    all.forEach(one -> column.add(of.applyAsLong(one)));
  }
}
