package dev.rota.road.kept;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.DamagedRows;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.TurnPage;
import dev.rota.kernel.ledger.versions.UnknownRules;
import dev.rota.kernel.table.TreeRows;
import dev.rota.road.logs.OffsetRange;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.WireFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds the kept checkpoints of a partition and opens them. One that is damaged or forged is a
 * difference.
 */
public final class CheckpointFinder {
  private final Domain domain;
  private final TopicLogs logs;
  private final TopicPartition ledger;
  private final CheckpointLog log;
  private final Told told;
  private final boolean anybody;
  private final long begin;
  private boolean heldToTurns;

  /** Is told what is found. */
  public interface Told {
    /**
     * A checkpoint is damaged or forged.
     *
     * @param where its record
     * @param expected what it should be
     */
    void forged(String where, String expected, String found);

    /** One is of rules that were released after this program: it cannot say whether that holds. */
    default void unknown(String where, UnknownRules why) {
      warn(where + ": a kept checkpoint is skipped: " + why.getMessage());
    }

    /** Something is odd, which need not matter. */
    default void warn(String what) {}
  }

  /** Looks nowhere yet. */
  public CheckpointFinder(
      Domain domain, TopicLogs logs, CheckpointChoice since, int partition, Told told) {
    this.domain = domain;
    this.logs = logs;
    this.told = told;
    this.ledger = new TopicPartition(RequiredTopics.ledger(domain.name()), partition);
    this.anybody = since.anybody();
    this.log = new CheckpointLog(logs, domain.name(), partition, since);
    this.begin = logs.begin(ledger);
  }

  /** From now on one is held to all retained turns before it as well, as an engine's start does. */
  public CheckpointFinder heldToTurns() {
    heldToTurns = true;
    return this;
  }

  /** Returns true if the ledger's first record is retained. */
  public boolean isWhole() {
    return begin == 0;
  }

  /** The checkpoints whose page is retained, those of a page together, in the pages' order. */
  public List<List<CheckpointMark>> byPage() {
    return List.copyOf(byPage(retained().stream()).values());
  }

  private static SortedMap<Long, List<CheckpointMark>> byPage(Stream<CheckpointMark> some) {
    return some.collect(
        Collectors.groupingBy(CheckpointMark::page, TreeMap::new, Collectors.toList()));
  }

  /** The same one by one, those of a page in the order in which they were kept. */
  public List<CheckpointMark> retained() {
    List<CheckpointMark> all = log.all();
    for (String one : log.unreadable()) {
      if (anybody) {
        told.forged(one, "a part of a checkpoint", "something else");
      } else {
        told.warn(one); // anybody's, who is not asked
      }
    }
    for (String cluster : log.foreign()) {
      told.warn(
          ("%s: kept checkpoints that are signed for another cluster, %s, are passed by. If this"
                  + " ledger was restored of it, name it with 'checkpoint.clusters'")
              .formatted(ledger, cluster));
    }
    return all.stream()
        .filter(found -> found.pageOffset() >= begin)
        .sorted(Comparator.comparingLong(CheckpointMark::page))
        .toList();
  }

  /** How many were passed by so far, since nobody who counts has signed them. */
  public long passedBy() {
    return log.passedBy();
  }

  /**
   * The checkpoints whose page is retained, the one that was written last first. It reads no more
   * than it is asked for: a checkpoint may be as large as a long stretch of its ledger. One that
   * does not hold is nobody's word, and is passed by.
   */
  public Iterator<CheckpointMark> lastFirst() {
    return new NewestCheckpointsFirst(log, found -> found.pageOffset() >= begin, !isWhole());
  }

  /**
   * The one to begin with; null: the audit begins with the ledger's first record.
   *
   * @param sinceMillis null: the oldest, if the ledger's beginning is gone
   */
  public OpenedCheckpoint find(Long sinceMillis) {
    if (sinceMillis == null && isWhole()) {
      return null;
    }
    List<List<CheckpointMark>> pages = new ArrayList<>(before(sinceMillis).values());
    if (sinceMillis != null) {
      Collections.reverse(pages);
    }
    for (List<CheckpointMark> ofPage : pages) {
      OpenedCheckpoint start = open(ofPage);
      if (start != null) {
        return start;
      }
    }
    if (pages.isEmpty() && sinceMillis != null && isWhole()) {
      told.warn(
          ledger
              + ": there is no kept checkpoint from before that time: audited from its beginning");
    }
    return null;
  }

  private SortedMap<Long, List<CheckpointMark>> before(Long millis) {
    return byPage(retained().stream().filter(one -> millis == null || one.atMillis() <= millis));
  }

  /** Opens a checkpoint and holds it to its seal, its word and its page; null: it does not hold. */
  public OpenedCheckpoint open(CheckpointMark found) {
    return open(List.of(found));
  }

  /**
   * Opens the first of these that holds. What another of the same page stands for is no difference:
   * rows of an audit that failed may be missing.
   *
   * @param ofPage all of one page
   * @return null: none holds
   */
  public OpenedCheckpoint open(List<CheckpointMark> ofPage) {
    List<Refused> refused = new ArrayList<>();
    for (CheckpointMark found : ofPage) {
      try {
        OpenedCheckpoint start = opened(found);
        refused.forEach(one -> told.warn(one.where() + ": another is taken: " + one.why()));
        return start;
      } catch (BadCheckpoint | DamagedRows e) {
        String page = "that of page " + found.page();
        refused.add(new Refused(log.where(found.offset()), page, e.getMessage()));
      } catch (UnknownRules e) {
        told.unknown(log.where(found.offset()), e);
      }
    }
    refused.forEach(one -> told.forged(one.where(), one.what(), one.why()));
    return null;
  }

  /** A checkpoint that does not hold. */
  private record Refused(String where, String what, String why) {}

  private OpenedCheckpoint opened(CheckpointMark mark) {
    FoundCheckpoint found = log.read(mark);
    CheckpointSigner word = log.check(found.kept());
    TreeRows rows = log.rows(found);
    LaneStore lanes = new LaneStore(domain, rows);
    check(found.kept(), lanes, rows);
    OpenedCheckpoint start = new OpenedCheckpoint(found.kept(), word, lanes, rows);
    if (heldToTurns) {
      RetainedLanes.difference(logs, ledger, start)
          .ifPresent(
              why -> {
                throw new BadCheckpoint(why);
              });
    }
    return start;
  }

  private void check(KeptCheckpointEnd kept, LaneStore lanes, TreeRows rows) {
    try {
      DamagedRows.check(lanes, rows);
    } catch (IndexOutOfBoundsException | ArithmeticException _) {
      throw new BadCheckpoint("its rows cannot be read");
    }
    if (lanes.due().turns() != kept.turns()) {
      throw new BadCheckpoint(
          "its lanes have taken %d turns, it says %d".formatted(lanes.due().turns(), kept.turns()));
    }
    TurnPage page = page(kept);
    for (TurnPage.Touched touched : page.lanes()) {
      long last =
          touched.first()
              - 1
              + page.turns().stream().filter(turn -> turn.lane().equals(touched.lane())).count();
      if (lanes.lastTurn(touched.lane()) != last
          || lanes.stateDigest(touched.lane()) != touched.stateDigest()) {
        throw new BadCheckpoint(
            "its rows of lane %s are not those of turn %d".formatted(touched.lane(), last));
      }
    }
  }

  /** The page whose end it is, as the ledger has it. */
  private TurnPage page(KeptCheckpointEnd kept) {
    OffsetRange one = new OffsetRange(kept.offset(), kept.offset() + 1);
    try (PeekingReader reader = PeekingReader.orFail(logs, ledger, one)) {
      ConsumerRecord<byte[], byte[]> line = reader.take();
      byte[] bytes = line == null ? null : WireFormat.payload(line);
      if (bytes == null || !Arrays.equals(PageWire.seal(bytes), kept.pageSeal())) {
        throw new BadCheckpoint(
            "the ledger has no page %d with its seal at offset %d"
                .formatted(kept.page(), kept.offset()));
      }
      TurnPage page = new PageWire().decode(bytes);
      if (page.number() != kept.page()) {
        throw new BadCheckpoint("the page of that seal is page " + page.number());
      }
      return page;
    } catch (PageWire.BadPage e) {
      throw new BadCheckpoint("the page cannot be read: " + e.getMessage());
    }
  }
}
