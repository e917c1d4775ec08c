package dev.rota.readers.audit;

import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.TopicLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/** Compares one partition of a history with an anchor. */
final class AnchorCheck {
  private final AuditAnchor anchor;
  private final int partition;
  private final AuditReport report;
  private final String ledger;
  private final Map<String, AuditReport.LaneEnd> open = new HashMap<>();

  /** The noted page, until it was seen. */
  private AuditReport.PageSeal pageOpen;

  /**
   * Compares with this anchor.
   *
   * @param anchor null: there is none
   */
  AnchorCheck(AuditAnchor anchor, String ledger, int partition, AuditReport report) {
    this.anchor = anchor;
    this.ledger = ledger + "/" + partition;
    this.partition = partition;
    this.report = report;
    if (anchor != null) {
      pageOpen = anchor.pages().get(partition);
      anchor
          .lanes()
          .forEach(
              (lane, end) -> {
                if (end.partition() == partition) {
                  open.put(lane, end);
                }
              });
    }
  }

  /** The ledger has this turn. */
  void saw(TurnEntry entry) {
    AuditReport.LaneEnd noted = open.get(entry.lane());
    if (noted == null || entry.number() < noted.turn()) {
      return;
    }
    open.remove(entry.lane());
    if (entry.number() > noted.turn()) {
      report.unproved(
          "%s: turn %d of lane %s, which the anchor notes, is no longer retained"
              .formatted(ledger, noted.turn(), entry.lane()));
    }
  }

  /** The audit begins with a checkpoint: what is noted before it cannot be compared. */
  void begin(OpenedCheckpoint start) {
    open.entrySet().removeIf(one -> one.getValue().turn() <= start.lanes().lastTurn(one.getKey()));
    if (pageOpen != null && pageOpen.number() < start.kept().page()) {
      report.warn(
          "%s: page %d, which the anchor notes, is before the kept checkpoint and not compared"
              .formatted(ledger, pageOpen.number()));
      pageOpen = null;
    } else if (pageOpen != null && pageOpen.number() == start.kept().page()) {
      saw(ledger, pageOpen.number(), start.kept().pageSeal());
    }
  }

  /** The ledger has this page. */
  void saw(String where, long page, byte[] seal) {
    if (pageOpen == null || page < pageOpen.number()) {
      return;
    }
    if (page > pageOpen.number()) {
      report.unproved(
          "%s: page %d, which the anchor notes, is no longer retained"
              .formatted(ledger, pageOpen.number()));
    } else if (!Arrays.equals(seal, pageOpen.seal())) {
      report.differs(
          where,
          "the history is not the anchored one: the seal differs",
          "page " + page + " with the seal " + HexFormat.of().formatHex(pageOpen.seal()),
          HexFormat.of().formatHex(seal));
    }
    pageOpen = null;
  }

  /** The ledger has no more records. */
  void finish() {
    if (pageOpen != null) {
      AuditReport.PageSeal end = report.pages().get(partition);
      report.differs(
          ledger,
          "the history ends before the anchored page: it was cut or recreated",
          "page " + pageOpen.number(),
          end == null ? "no page" : "page " + end.number() + " is the last");
      return; // turns are missing with their page
    }
    open.forEach(
        (lane, noted) -> {
          AuditReport.LaneEnd end = report.ends().get(lane);
          report.differs(
              new AuditFinding(
                  ledger,
                  lane,
                  noted.turn(),
                  "the history ends before the anchored turn: it was cut or recreated",
                  "turn " + noted.turn(),
                  end == null ? "no turn of this lane" : "turn " + end.turn() + " is the last"));
        });
  }

  /** Compares the ends of a topic's partition. */
  void compare(PeekingReader reader) {
    AuditAnchor.Topic topic =
        anchor == null ? null : anchor.topics().get(reader.partition().topic());
    Long noted = topic == null ? null : topic.ends().get(partition);
    if (noted != null && reader.endAtOpen() < noted) {
      report.differs(
          reader.where(),
          "the topic ends before the anchored offset: it was cut or recreated",
          "an end at " + noted + " or later",
          "an end at " + reader.endAtOpen());
    }
  }

  /** Compares the topics of the domain. */
  static void compare(AuditAnchor anchor, TopicLayout layout, AuditReport report) {
    anchor
        .topics()
        .forEach(
            (name, noted) -> {
              TopicLayout.Topic topic = layout.topics().get(name);
              if (topic == null || !topic.id().equals(noted.id())) {
                report.differs(
                    name + "/0",
                    "the topic is not the anchored one: it was deleted and recreated",
                    "topic id " + noted.id(),
                    topic == null ? "no such topic" : "topic id " + topic.id());
              }
            });
  }
}
