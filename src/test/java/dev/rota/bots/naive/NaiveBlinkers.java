package dev.rota.bots.naive;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.JobEvent;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.ReportedState;
import dev.rota.bots.Submitted;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/**
 * Hides a field: who wears them finds its default there.
 *
 * @param plain a record of its type that says nothing
 */
record NaiveBlinkers(SpecificRecord plain, Schema.Field field) {
  /** What names a thing, and what has no default. */
  private static final Set<String> SEEN = Set.of("grid", "job", "bot", "state");

  /** One for each field of what comes in. */
  static List<NaiveBlinkers> all() {
    List<NaiveBlinkers> all = new ArrayList<>();
    for (SpecificRecord plain :
        List.of(
            BotPolicy.newBuilder().setGrid("").build(),
            Submitted.newBuilder().setJob("").build(),
            BotHeartbeat.newBuilder().setGrid("").setBot("").build(),
            LeaseReport.newBuilder().setJob("").setState(ReportedState.ACTIVE).build())) {
      for (Schema.Field field : plain.getSchema().getFields()) {
        if (!SEEN.contains(field.name())) {
          all.add(new NaiveBlinkers(plain, field));
        }
      }
    }
    return all;
  }

  static NaiveBlinkers to(String field) {
    return all().stream().filter(one -> one.toString().equals(field)).findFirst().orElseThrow();
  }

  /** The record without the field, wherever in it that is. */
  SpecificRecord over(SpecificRecord record) {
    SpecificRecord copy = SpecificData.get().deepCopy(record.getSchema(), record);
    hide(copy);
    if (copy instanceof JobEvent event && event.getEvent() instanceof Submitted submitted) {
      hide(submitted);
    }
    if (copy instanceof BotHeartbeat beat) {
      beat.getLeases().forEach(this::hide);
    }
    return copy;
  }

  private void hide(SpecificRecord record) {
    if (record.getSchema().equals(plain.getSchema())) {
      record.put(field.pos(), plain.get(field.pos()));
    }
  }

  @Override
  public String toString() {
    return plain.getSchema().getName() + "." + field.name();
  }
}
