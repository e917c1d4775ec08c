package dev.rota.alarms.model;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.Table;
import dev.rota.kernel.table.Tables;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * One site's alarms, and the same by time.
 *
 * <pre>
 * alarms     tea        -> 61000 green
 * deadlines  61000 tea  ->
 * </pre>
 */
public class AlarmState implements State, AlarmView {
  public record Alarm(long atMillis, String note) {}

  private static final Codec<String> ID =
      Codec.of((id, fields) -> fields.sortedText(id), FieldReader::sortedText);
  private static final Codec<Alarm> ALARM =
      Codec.of(
          (alarm, fields) -> fields.number(alarm.atMillis).text(alarm.note),
          fields -> new Alarm(fields.number(), fields.text()));
  private static final Codec<Deadline> DEADLINE =
      Codec.of(
          (deadline, fields) -> fields.sortedLong(deadline.atMillis()).sortedText(deadline.id()),
          fields -> deadline(fields.sortedLong(), fields.sortedText()));

  final Table<String, Alarm> alarms;
  final Table<Deadline, Boolean> deadlines;

  public AlarmState(Tables tables) {
    alarms = tables.open(1, ID, ALARM);
    deadlines = tables.open(2, DEADLINE, Codec.NOTHING);
  }

  void forget(String id, long atMillis) {
    alarms.remove(id);
    deadlines.remove(deadline(atMillis, id));
  }

  static Deadline deadline(long atMillis, String id) {
    return new Deadline(atMillis, "alarm", id);
  }

  @Override
  public Alarm alarm(String id) {
    return alarms.get(id);
  }

  @Override
  public Deadline next(Deadline after) {
    var page = after == null ? deadlines.page(1) : deadlines.page(after, 1);
    return page.isEmpty() ? null : page.get(0).getKey();
  }

  /** All alarms, by id. */
  public void eachAlarm(BiConsumer<String, Alarm> reader) {
    alarms.rebuild(reader);
  }

  /** All deadlines, by time. */
  public void eachDeadline(Consumer<Deadline> reader) {
    deadlines.rebuild((deadline, unused) -> reader.accept(deadline));
  }

  /** Writes nothing: facts write their rows at once. */
  @Override
  public void save() {}

  @Override
  public boolean savesOncePerPage() {
    return true;
  }
}
