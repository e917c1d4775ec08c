package dev.rota.bots.queries;

import dev.rota.kernel.domain.Why.Thing;
import java.util.List;

/** The kinds of things of a grid. */
final class GridThings {
  static final String JOB = "job";
  static final String BOT = "bot";
  static final String COHORT = "cohort";
  static final String OPERATION = "operation";

  /** Those that can be asked about. */
  static final List<String> ALL = List.of(JOB, BOT, COHORT, OPERATION);

  private GridThings() {}

  static Thing job(String name) {
    return new Thing(JOB, name);
  }

  static Thing bot(String name) {
    return new Thing(BOT, name);
  }

  static Thing cohort(String name) {
    return new Thing(COHORT, name);
  }

  /** A tenant: only ever a candidate. */
  static Thing instance(String name) {
    return new Thing("instance", name);
  }
}
