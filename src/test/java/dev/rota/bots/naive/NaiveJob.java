package dev.rota.bots.naive;

import dev.rota.bots.StatusCode;
import dev.rota.bots.Strategy;
import dev.rota.bots.Submitted;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A job, as section 1 lists what matters of it. */
final class NaiveJob {
  enum Stage {
    QUEUED,
    EXECUTING,
    COMPLETED
  }

  final Submitted asked;
  final String label;
  final Set<String> needs;
  final long queuedAt;

  /** In the order of creation; ties of priority and age go by it. */
  final int number;

  int priority;
  Stage stage = Stage.QUEUED;
  NaiveBot bot;
  int tries = 1;
  int evictions;
  long scheduleAfter;

  /** When an assigner last found nothing for it; -1: none ever did. */
  long triedAt = -1;

  long startedAt;
  Strategy found;
  long completedAt;
  boolean cancelled;
  StatusCode code;

  /** Clients' handles, and whether each was given up. */
  final Map<String, Boolean> operations = new LinkedHashMap<>();

  NaiveJob(Submitted asked, NaiveProperties.Resolved resolved, long now, int number) {
    this.asked = asked;
    this.label = resolved.label();
    this.needs = resolved.needs();
    this.queuedAt = now;
    this.number = number;
    this.priority = asked.getPriority();
    this.scheduleAfter = now;
  }

  String name() {
    return asked.getJob();
  }

  String instance() {
    return asked.getInstance();
  }

  /** An empty hint is none, section 5. */
  String hint() {
    String hint = asked.getLocalityHint();
    return hint == null || hint.isEmpty() ? null : hint;
  }

  /** Which start this is: evicted ones count. */
  int attempt() {
    return tries + evictions;
  }

  boolean waits() {
    return stage == Stage.QUEUED;
  }

  boolean runs() {
    return stage == Stage.EXECUTING;
  }

  boolean isOver() {
    return stage == Stage.COMPLETED;
  }
}
