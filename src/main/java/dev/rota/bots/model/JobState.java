package dev.rota.bots.model;

import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.kernel.domain.OpaqueBytes;

/** A job's state, section 1, with the fields that exist only in it. */
public sealed interface JobState {
  /** The state's name in section 1, used in rows and answers. */
  String stage();

  /** The state as shown to users. */
  default String standing() {
    return stage();
  }

  final class Queued implements JobState {
    static final String STAGE = "QUEUED";

    /** Null while the job backs off. */
    JobBin bin;

    /** Selects the parked or the polled side of the bin; false while the job backs off. */
    boolean parked;

    @Override
    public String stage() {
      return STAGE;
    }

    public JobBin bin() {
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
   * The job runs on a bot. When the lease ends, the next fact about the job sets its state.
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
   * The job is over and remembered during its retention.
   *
   * @param code null if cancelled by its clients
   * @param cancelled by its clients or by the execution limit
   * @param completedAt epoch ms; -1 if the job timed out in the queue, which is remembered for ever
   * @param result what its last bot said came of it; null: nothing
   */
  record Over(GrpcStatus code, boolean cancelled, long completedAt, OpaqueBytes result)
      implements JobState {
    static final String STAGE = "COMPLETED";

    @Override
    public String stage() {
      return STAGE;
    }

    @Override
    public String standing() {
      return cancelled && code != GrpcStatus.DEADLINE_EXCEEDED ? "CANCELLED" : STAGE;
    }
  }
}
