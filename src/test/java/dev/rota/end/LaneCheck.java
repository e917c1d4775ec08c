package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.cores.ClaimOutcome;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.CoreState;
import dev.rota.cores.CoreView;
import dev.rota.cores.NextUp;
import dev.rota.cores.Outcome;
import dev.rota.cores.OutcomeReason;
import dev.rota.cores.ParaKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.avro.specific.SpecificRecord;

/**
 * Holds what one lane published against the vectors, turn by turn. The queue is rebuilt from the
 * claims' outcomes alone, as a collator would.
 */
final class LaneCheck {
  private final String lane;
  private final Map<Long, List<SpecificRecord>> published;
  private final List<String> queue = new ArrayList<>();
  private int blocks;
  private int states;

  /**
   * What a lane published.
   *
   * @param published by turn, in order
   */
  LaneCheck(String lane, Map<Long, List<SpecificRecord>> published) {
    this.lane = lane;
    this.published = published;
  }

  /** Blocks that were checked. */
  int blocks() {
    return blocks;
  }

  /** Complete states that were compared. */
  int states() {
    return states;
  }

  void check(List<BlockStream.Happening> stream) {
    assertThat(published.keySet()).as("turns of %s", lane).hasSize(stream.size());
    for (int i = 0; i < stream.size(); i++) {
      List<SpecificRecord> turn = published.get(i + 1L);
      if (stream.get(i) instanceof BlockStream.Claim claim) {
        claim(claim, turn);
      } else if (stream.get(i) instanceof BlockStream.Block block) {
        block(block, turn, afterClaims(stream, i));
      }
    }
  }

  /** The queue in a block's state has the claims behind the block in it. */
  private List<String> afterClaims(List<BlockStream.Happening> stream, int block) {
    LaneCheck ahead = new LaneCheck(lane, published);
    ahead.queue.addAll(queue);
    ahead.follow(published.get(block + 1L));
    for (int i = block + 1; i < stream.size(); i++) {
      if (!(stream.get(i) instanceof BlockStream.Claim)) {
        break;
      }
      ahead.follow(published.get(i + 1L));
    }
    return ahead.queue;
  }

  private void claim(BlockStream.Claim claim, List<SpecificRecord> turn) {
    assertThat(turn).as("outcomes of %s", claim).hasSize(1);
    ClaimOutcome outcome = (ClaimOutcome) turn.get(0);
    assertThat(outcome.getOutcome())
        .as("outcome of %s", claim)
        .isIn(Outcome.QUEUED, Outcome.REFUSED)
        .isNotEqualTo(
            claim.accepted().map(yes -> yes ? Outcome.REFUSED : Outcome.QUEUED).orElse(null));
    follow(turn);
  }

  private void block(BlockStream.Block block, List<SpecificRecord> turn, List<String> queued) {
    String what = lane + ", block " + block.number();
    blocks++;
    SpecificRecord last = turn.get(turn.size() - 1);
    if (block.aborts()) {
      assertThat(turn).as(what).hasSize(1);
      assertThat(((ClaimOutcome) last).getReason()).as(what).isEqualTo(OutcomeReason.WOULD_ABORT);
      return;
    }
    assertThat(last).as("last of %s", what).isInstanceOf(CoreSchedule.class);
    follow(turn);
    CoreSchedule schedule = (CoreSchedule) last;
    assertThat(schedule.getBlock()).as(what).isEqualTo(block.number());
    block.nextUps().forEach(asked -> nextUp(asked, schedule.getCores(), what));
    if (block.state() != null) {
      states++;
      state(block, schedule, what);
      assertThat(queued).as("queue: %s", what).isEqualTo(queue(block.state()));
    }
  }

  private static void state(BlockStream.Block block, CoreSchedule schedule, String what) {
    JsonNode state = block.state();
    assertThat(schedule.getScheduled().stream().map(LaneCheck::told).toList())
        .as("scheduled: %s", what)
        .isEqualTo(list(state.get("scheduled")).map(LaneCheck::told).toList());
    assertThat(schedule.getCores().stream().map(LaneCheck::told).toList())
        .as("cores: %s", what)
        .isEqualTo(list(state.get("cores")).map(LaneCheck::occupant).toList());
    assertThat(schedule.getSessionStartBlock())
        .as("session start: %s", what)
        .isEqualTo(state.get("session_start_block").asLong());
    if (block.changesSession()) {
      assertThat(schedule.getGroups()).as("groups: %s", what).hasToString(groups(state));
    } else {
      assertThat(schedule.getGroups()).as("groups: %s", what).isNull();
    }
  }

  private static String groups(JsonNode state) {
    return list(state.get("groups"))
        .map(group -> list(group).map(JsonNode::asInt).toList())
        .toList()
        .toString();
  }

  private static String told(dev.rota.cores.ScheduledCore entry) {
    boolean thread = entry.getKind() == ParaKind.PARATHREAD;
    return entry.getCore()
        + " "
        + entry.getPara()
        + (thread ? " " + entry.getCollator() + " " + entry.getRetries() : "")
        + " group "
        + entry.getGroup();
  }

  private static String told(JsonNode entry) {
    boolean thread = entry.get("kind").asText().equals("parathread");
    return entry.get("core").asText()
        + " "
        + entry.get("para").asText()
        + (thread ? " " + entry.get("collator").asText() + " " + entry.get("retries").asText() : "")
        + " group "
        + entry.get("group").asText();
  }

  private static String told(CoreView core) {
    if (core.getState() != CoreState.OCCUPIED) {
      return "-";
    }
    return core.getCollator() == null ? "parachain" : core.getPara() + " " + core.getCollator();
  }

  private static String occupant(JsonNode core) {
    if (core.isNull()) {
      return "-";
    }
    return core.get("kind").asText().equals("parachain")
        ? "parachain"
        : core.get("para").asText() + " " + core.get("collator").asText();
  }

  private static void nextUp(BlockStream.NextUp asked, List<CoreView> cores, String what) {
    if (asked.core() >= cores.size() || cores.get(asked.core()).getState() != CoreState.OCCUPIED) {
      return; // The view tells successors of occupied cores only.
    }
    CoreView core = cores.get(asked.core());
    NextUp told = asked.onTimeOut() ? core.getNextUpOnTimeOut() : core.getNextUpOnAvailable();
    JsonNode answer = asked.answer();
    if (answer.isNull()) {
      assertThat(told).as("next up on %s: %s", asked, what).isNull();
    } else {
      assertThat(told.getPara())
          .as("next up on %s: %s", asked, what)
          .isEqualTo(answer.get("para").asLong());
      assertThat(told.getCollator()).isEqualTo(answer.path("collator").asText(null));
    }
  }

  /** What an outcome does to the queue. */
  private void follow(List<SpecificRecord> turn) {
    for (SpecificRecord record : turn) {
      if (record instanceof ClaimOutcome outcome) {
        String claim = outcome.getPara() + " " + outcome.getCollator();
        switch (outcome.getOutcome()) {
          case QUEUED, RETURNED -> queue.add(claim + " " + outcome.getRetries());
          case SCHEDULED -> queue.remove(claim + " " + outcome.getRetries());
          case DROPPED -> {
            if (outcome.getCore() == null) {
              queue.removeIf(waiting -> waiting.startsWith(claim + " "));
            }
          }
          default -> {
            // Refused, backed or concluded: no longer, or never, in the queue.
          }
        }
      }
    }
  }

  private static List<String> queue(JsonNode state) {
    return list(state.get("queue"))
        .map(
            claim ->
                claim.get("para").asText()
                    + " "
                    + claim.get("collator").asText()
                    + " "
                    + claim.get("retries").asText())
        .toList();
  }

  private static java.util.stream.Stream<JsonNode> list(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
