package dev.rota.audit;

import dev.rota.ledger.Entry;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/** Compares one partition of a history with an anchor. */
final class AnchorCheck {
  private final Anchor anchor;
  private final int partition;
  private final AuditReport report;
  private final String ledger;
  private final Map<String, AuditReport.LaneEnd> open = new HashMap<>();

  /**
   * Compares with this anchor.
   *
   * @param anchor null: there is none
   */
  AnchorCheck(Anchor anchor, String ledger, int partition, AuditReport report) {
    this.anchor = anchor;
    this.ledger = ledger;
    this.partition = partition;
    this.report = report;
    if (anchor != null) {
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

  /** The ledger has this entry. */
  void saw(String where, Entry entry) {
    AuditReport.LaneEnd noted = open.get(entry.lane());
    if (noted == null || entry.number() < noted.turn()) {
      return;
    }
    open.remove(entry.lane());
    if (entry.number() > noted.turn()) {
      report.unproved(
          ledger
              + "/"
              + partition
              + ": turn "
              + noted.turn()
              + " of lane "
              + entry.lane()
              + ", which the anchor notes, is no longer retained");
    } else if (!Arrays.equals(entry.seal(), noted.seal())) {
      report.differs(
          new AuditFinding(
              where,
              entry.lane(),
              entry.number(),
              "the history is not the anchored one: the seal differs",
              HexFormat.of().formatHex(noted.seal()),
              HexFormat.of().formatHex(entry.seal())));
    }
  }

  /** The ledger has no more entries. */
  void finish() {
    open.forEach(
        (lane, noted) -> {
          AuditReport.LaneEnd end = report.ends().get(lane);
          report.differs(
              new AuditFinding(
                  ledger + "/" + partition,
                  lane,
                  noted.turn(),
                  "the history ends before the anchored turn: it was cut or made anew",
                  "turn " + noted.turn(),
                  end == null ? "no turn of this lane" : "turn " + end.turn() + " is the last"));
        });
  }

  /** Compares the ends of a topic's partition. */
  void compare(PeekingReader reader) {
    Anchor.Topic topic = anchor == null ? null : anchor.topics().get(reader.partition().topic());
    Long noted = topic == null ? null : topic.ends().get(partition);
    if (noted != null && reader.endAtOpen() < noted) {
      report.differs(
          new AuditFinding(
              reader.where(),
              null,
              0,
              "the topic ends before the anchored offset: it was cut or made anew",
              "an end at " + noted + " or later",
              "an end at " + reader.endAtOpen()));
    }
  }

  /** Compares the topics of the domain. */
  static void compare(Anchor anchor, Layout layout, AuditReport report) {
    anchor
        .topics()
        .forEach(
            (name, noted) -> {
              Layout.Topic topic = layout.topics().get(name);
              if (topic == null || !topic.id().equals(noted.id())) {
                report.differs(
                    new AuditFinding(
                        name + "/0",
                        null,
                        0,
                        "the topic is not the anchored one: it was deleted and made anew",
                        "topic id " + noted.id(),
                        topic == null ? "no such topic" : "topic id " + topic.id()));
              }
            });
  }
}
