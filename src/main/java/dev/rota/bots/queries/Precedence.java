package dev.rota.bots.queries;

import dev.rota.bots.model.Job;
import dev.rota.bots.rules.Tier;

/** Why one job goes before another. */
final class Precedence {
  private Precedence() {}

  /**
   * Says why the first job goes before the other.
   *
   * @param age true if the oldest goes first
   */
  static Because of(Job first, Tier tier, Job other, Tier others, boolean age) {
    String goes = first.name() + " goes first: ";
    if (tier.compareTo(others) < 0) {
      return new Because(
          goes
              + "instance "
              + first.instance()
              + " is below its minimum, "
              + other.instance()
              + " is not",
          "bots 3.2");
    }
    if (!age && first.priority() != other.priority()) {
      return new Because(
          goes + "priority " + first.priority() + " before " + other.priority(), "bots 3.1");
    }
    if (first.queuedAt() != other.queuedAt()) {
      return new Because(
          goes
              + "queued at "
              + Phrases.at(first.queuedAt())
              + ", before "
              + Phrases.at(other.queuedAt()),
          "bots 3.1");
    }
    return new Because(goes + "submitted before " + other.name(), "bots 3.1");
  }
}
