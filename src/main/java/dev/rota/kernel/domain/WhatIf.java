package dev.rota.kernel.domain;

import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.domain.measures.HistoryGauge;
import dev.rota.kernel.domain.measures.LaneMeasures;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;

/** How a lane's recorded history is replayed with another policy or fleet, and measured. */
public interface WhatIf<S, F> {
  /**
   * Where inputs have the policy.
   *
   * @param topic of the input
   * @param path of fields to the policy within the input; empty: it is the input
   * @param schema of the policy
   * @param whole true: an input replaces the policy, false: only the fields that it sets
   */
  record PolicyField(String topic, List<String> path, Schema schema, boolean whole) {}

  PolicyField policy();

  /** The policy in force by its fields; a field that is missing is not known. */
  default Map<String, Object> present(S state) {
    return Map.of();
  }

  /** What numbers of the policy may be, by its fields; where it is missing, its meaning says it. */
  default Map<String, FieldRange> ranges() {
    return Map.of();
  }

  /** The units of numbers whose names do not end with theirs, by the policy's fields. */
  default Map<String, String> units() {
    return Map.of();
  }

  /** The forms of what can be added or removed, such as {@code bot:NAME}. */
  List<String> fleet();

  /** Sentences that say what is as recorded, and what is a model. */
  List<String> model();

  /** A new gauge. */
  HistoryGauge<F> gauge(LaneMeasures measures);

  /**
   * The participants of a lane with a changed fleet.
   *
   * @param sinceMillis when it changes, epoch ms
   * @throws BadArgument if the fleet cannot be changed like this
   */
  Participants<S, F> participants(String lane, List<FleetChange> changes, long sinceMillis);

  /** The changes that might place a thing that waits, in the order in which they are tried. */
  List<Remedy> remedies(Thing thing, S now);
}
