package dev.rota.bots.model;

import dev.rota.bots.values.Code;
import dev.rota.bots.values.MatchStrategy;

/** Where a job is, section 1, and what it has there and nowhere else. */
public sealed interface JobState {
  /** The section's name of it, in rows and answers. */
  String stage();

  /** What it is, for people. */
  default String standing() {
    return stage();
  }

  /** It waits. */
  final class Queued implements JobState {
    static final String STAGE = "QUEUED";

    /** Null: it rests, for its backoff is not over. */
    Bin bin;

    /** Which side of its bin it is on. */
    boolean parked;

    @Override
    public String stage() {
      return STAGE;
    }

    public Bin bin() {
      return bin;
    }

    public boolean parked() {
      return parked;
    }

    public boolean resting() {
      return bin == null;
    }
  }

  /**
   * A bot has it. When the lease ends, the next fact about the job says where it is.
   *
   * @param startedAt epoch ms
   */
  record Leased(Job job, Bot bot, MatchStrategy found, long startedAt) implements JobState {
    static final String STAGE = "EXECUTING";

    @Override
    public String stage() {
      return STAGE;
    }
  }

  /**
   * It is remembered for a while.
   *
   * @param code null: its clients called it off
   * @param cancelled by its clients or by the execution limit
   * @param completedAt epoch ms; -1: it was given up while it waited, and is remembered for ever
   */
  record Over(Code code, boolean cancelled, long completedAt) implements JobState {
    static final String STAGE = "COMPLETED";

    @Override
    public String stage() {
      return STAGE;
    }

    @Override
    public String standing() {
      return cancelled && code != Code.DEADLINE_EXCEEDED ? "CANCELLED" : STAGE;
    }
  }
}
