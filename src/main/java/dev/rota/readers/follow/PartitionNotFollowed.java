package dev.rota.readers.follow;

/** Thrown if a lane lies on a partition that is not followed here. */
public final class PartitionNotFollowed extends NotInLedger {
  private static final long serialVersionUID = 1L;

  private final int partition;

  PartitionNotFollowed(String lane, int partition) {
    super(
        "the lane '%s' lies on partition %d, which is not followed here"
            .formatted(lane, partition));
    this.partition = partition;
  }

  public int partition() {
    return partition;
  }
}
