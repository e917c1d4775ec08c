package dev.rota.audit;

import java.util.Map;
import java.util.SortedMap;

/**
 * What an audit has seen, noted where nobody who can write to the cluster can write. A later audit
 * finds that a history was cut, made anew or sealed anew since.
 *
 * @param domain its name
 * @param clusterId Kafka's own
 * @param notedMillis when the audit ended, epoch ms
 * @param digest of the audit
 * @param topics by name
 * @param lanes the last turn of each lane, by name
 */
public record Anchor(
    String domain,
    String clusterId,
    long notedMillis,
    String digest,
    SortedMap<String, Topic> topics,
    SortedMap<String, AuditReport.LaneEnd> lanes) {
  /**
   * A topic.
   *
   * @param id Kafka's own; a topic that is made anew has another
   * @param ends the end offset of each partition
   */
  public record Topic(String id, Map<Integer, Long> ends) {}
}
