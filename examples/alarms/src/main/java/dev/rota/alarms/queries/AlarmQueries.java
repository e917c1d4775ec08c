package dev.rota.alarms.queries;

import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.domain.Query;
import java.util.Map;

/** What can be asked of a site. */
public final class AlarmQueries {
  private AlarmQueries() {}

  public static Map<String, Query<AlarmState>> all() {
    return Map.of(
        "is_set", Query.of((state, args) -> state.alarm(args.text("id").orElse("")) != null, "id"));
  }
}
