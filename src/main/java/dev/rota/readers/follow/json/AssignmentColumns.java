package dev.rota.readers.follow.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.lines.AnswerJson;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.measures.AssignmentAccount;
import dev.rota.kernel.domain.measures.AssignmentEnd;
import dev.rota.kernel.domain.measures.GenerationMoves;
import dev.rota.readers.follow.held.AssignedBar;
import dev.rota.readers.follow.held.AssignmentPicture;
import dev.rota.readers.follow.held.AssignmentPicture.ShownResource;
import dev.rota.readers.follow.held.AssignmentQuestion;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** A picture of assignments in columns. Names that many bars have are told once. */
public record AssignmentColumns(
    AssignmentAccount<?, ?> account, AssignmentQuestion question, AssignmentPicture picture) {
  /** An end that is none. */
  private static final String RUNNING = "RUNNING";

  /** The picture of a domain's lane. */
  public static AssignmentColumns of(
      Domain domain, AssignmentQuestion question, AssignmentPicture picture) {
    return new AssignmentColumns(domain.card().monitor().assignments(), question, picture);
  }

  /**
   * Returns it as JSON.
   *
   * @param turn the lane's last one that it knows
   * @param heldFrom from when on memory has all, epoch ms; empty: it has nothing
   * @param isRemembered false: a replay made it
   */
  public ObjectNode json(long turn, OptionalLong heldFrom, boolean isRemembered) {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    page.put("turn", turn);
    page.put("from", time(question.from()));
    page.put("to", time(question.to()));
    page.put("heldFrom", heldFrom.isEmpty() ? null : time(heldFrom.getAsLong()));
    page.put("source", isRemembered ? "memory" : "ledger");
    page.put("rows", picture.rows());
    page.put("first", question.first());
    page.set("resources", AnswerJson.tree(picture.resources().stream().map(this::row).toList()));
    bars(page);
    page.set("generations", account.hasGenerations() ? generations() : null);
    return page;
  }

  private static String time(long atMillis) {
    return Instant.ofEpochMilli(atMillis).toString();
  }

  private record ResourceRow(String name, String id, String kind, int row, int rows) {}

  private ResourceRow row(ShownResource one) {
    String name = account.name(one.id());
    return new ResourceRow(name, one.id(), account.resourceKind(), one.row(), one.rows());
  }

  private void bars(ObjectNode page) {
    List<AssignedBar> all = picture.bars();
    Map<String, Integer> things = new LinkedHashMap<>();
    Map<String, Integer> groups = new LinkedHashMap<>();
    Map<AssignmentEnd, Integer> ends = new LinkedHashMap<>();
    ends.put(null, 0);
    all.forEach(bar -> number(things, bar.thing()));
    all.forEach(bar -> number(groups, bar.group()));
    all.forEach(bar -> ends.computeIfAbsent(bar.ending(), _ -> ends.size()));
    names(page, "things", things.keySet(), name -> name);
    names(page, "groups", groups.keySet(), name -> name);
    page.put("kind", account.thingKind());
    ObjectNode bars = page.putObject("bars");
    column(bars, "row", all, AssignedBar::row);
    known(bars, "begin", all, bar -> relative(bar.begin(), AssignedBar.UNKNOWN));
    known(bars, "end", all, bar -> relative(bar.end(), AssignedBar.RUNS));
    known(bars, "wait", all, bar -> bar.waited() == AssignedBar.UNKNOWN ? null : bar.waited());
    column(bars, "thing", all, bar -> number(things, bar.thing()));
    column(bars, "group", all, bar -> number(groups, bar.group()));
    column(bars, "end_kind", all, bar -> ends.get(bar.ending()));
    known(bars, "turn", all, bar -> bar.turn() == 0 ? null : bar.turn());
    column(bars, "count", all, AssignedBar::count);
    names(page, "ends", ends.keySet(), end -> end == null ? RUNNING : end.name());
    names(page, "tones", ends.keySet(), AssignmentColumns::tone);
  }

  private static String tone(AssignmentEnd end) {
    return (end == null ? RUNNING : end.tone().name()).toLowerCase(Locale.ROOT);
  }

  /** The place of a name in its list, to which it is added; -1 for null. */
  private static int number(Map<String, Integer> names, String name) {
    return name == null ? -1 : names.computeIfAbsent(name, _ -> names.size());
  }

  private static <T> void names(
      ObjectNode page, String name, Iterable<T> all, Function<T, String> of) {
    ArrayNode names = page.putArray(name);
    all.forEach(one -> names.add(of.apply(one)));
  }

  private Long relative(long atMillis, long none) {
    return atMillis == none ? null : (Long) (atMillis - question.from());
  }

  private static <T> void column(ObjectNode page, String name, List<T> all, ToLongFunction<T> of) {
    ArrayNode column = page.putArray(name);
    all.forEach(one -> column.add(of.applyAsLong(one)));
  }

  /** A column in which null is what nobody knows, or what is not yet. */
  private static void known(
      ObjectNode page, String name, List<AssignedBar> all, Function<AssignedBar, Long> of) {
    ArrayNode column = page.putArray(name);
    all.forEach(one -> column.add(of.apply(one)));
  }

  private ObjectNode generations() {
    List<GenerationMoves> all = picture.generations();
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    column(page, "number", all, GenerationMoves::number);
    names(page, "at", all, one -> time(one.atMillis()));
    column(page, "copies", all, GenerationMoves::copies);
    column(page, "movedBytes", all, GenerationMoves::movedBytes);
    return page.set("flows", AnswerJson.tree(all.stream().map(GenerationMoves::flows).toList()));
  }
}
