package dev.rota.road.health;

/**
 * Who decides a partition, as the consumer group says.
 *
 * @param words the member; or why there is none, or none known
 */
public record PartitionOwner(Kind kind, String words) {
  /** What the group says. */
  public enum Kind {
    /** A member has the partition. One that was killed counts until its session ends. */
    MEMBER,
    /** The group moves its partitions just now. */
    MOVING,
    NOBODY,
    /** Inputs are decided, and not by the group that is asked. */
    ELSEWHERE,
    UNKNOWN
  }

  /** Who has the partition, or why that is not known, as a clause. */
  String sentence() {
    return switch (kind) {
      case MEMBER -> words + " has it";
      case MOVING, NOBODY -> words;
      case ELSEWHERE, UNKNOWN -> "it is not known which engine has it: " + words;
    };
  }

  static PartitionOwner unknown(String why) {
    return new PartitionOwner(Kind.UNKNOWN, why);
  }
}
