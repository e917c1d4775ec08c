package dev.rota.readers.audit;

import java.util.SortedMap;

/**
 * What an audit has seen, noted where nobody who can write to the cluster can write. A later audit
 * finds that a history was cut, recreated or resealed since.
 *
 * @param domain its name
 * @param clusterId Kafka's own
 * @param notedMillis when the audit ended, epoch ms
 * @param digest of the audit
 * @param topics by name
 * @param lanes the last turn of each lane, by name
 * @param pages the last page of each partition
 */
public record AuditAnchor(
    String domain,
    String clusterId,
    long notedMillis,
    String digest,
    SortedMap<String, Topic> topics,
    SortedMap<String, AuditReport.LaneEnd> lanes,
    SortedMap<Integer, AuditReport.PageSeal> pages) {
  /**
   * A topic.
   *
   * @param id Kafka's own; a topic that is made anew has another
   * @param ends the end offset of each partition
   */
  public record Topic(String id, SortedMap<Integer, Long> ends) {}

  /** An anchor of another domain or another cluster. */
  public static final class Foreign extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Foreign(String message) {
      super(message);
    }

    static void check(AuditAnchor anchor, String domain, String clusterId) {
      if (anchor == null) {
        return;
      }
      if (!anchor.domain().equals(domain)) {
        throw new Foreign(
            "the anchor is of the domain " + anchor.domain() + ", the audit is of " + domain);
      }
      if (!anchor.clusterId().equals(clusterId)) {
        throw new Foreign(
            "the anchor is of the cluster " + anchor.clusterId() + ", this one is " + clusterId);
      }
    }
  }
}
