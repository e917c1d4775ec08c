package dev.rota.kernel.ledger;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.table.Rows;
import dev.rota.kernel.table.TreeRows;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Replays the ledger of one partition. Its pages must come in order; lanes may be interleaved. */
public final class PartitionReplay {
  public static final int ANY = -1;

  private final int partition;
  private final InputCodec codec;
  private final PageWire wire = new PageWire();
  private final PageChain pages;
  private final Map<String, LaneReplay> courses = new HashMap<>();

  /** Of the lanes that take the turns. */
  private final LaneStore store;

  /** The lanes whose turns are replayed. Of the others, only order and seals are checked. */
  private Predicate<String> wanted = _ -> true;

  /** The lanes go on where they stand; false: each begins with its first turn. */
  private final boolean known;

  /** Replays a ledger from its first record on. */
  public PartitionReplay(Domain domain) {
    this(domain, ANY, true);
  }

  /**
   * Replays a ledger.
   *
   * @param partition of its pages; {@link #ANY}: unknown
   * @param whole false: its first records are no longer retained
   */
  public PartitionReplay(Domain domain, int partition, boolean whole) {
    this(domain, partition, whole, new TreeRows());
  }

  /** The same, with the lanes' rows in these, which are empty. */
  public PartitionReplay(Domain domain, int partition, boolean whole, Rows rows) {
    this(domain, partition, new PageChain(whole), new LaneStore(domain, rows), false);
  }

  private PartitionReplay(
      Domain domain, int partition, PageChain pages, LaneStore store, boolean known) {
    this.codec = new InputCodec(domain);
    this.partition = partition;
    this.pages = pages;
    this.store = store;
    this.known = known;
  }

  /**
   * Goes on behind the ledger's end as these lanes know it. They take the turns, so that they know
   * the ledger's next end.
   */
  public static PartitionReplay after(PageEnd end, Domain domain, int partition, LaneStore store) {
    return new PartitionReplay(domain, partition, new PageChain(end), store, true);
  }

  /** Decides the turns of these lanes alone again. Call it before the first record. */
  public PartitionReplay only(Predicate<String> lanes) {
    wanted = lanes;
    return this;
  }

  /**
   * Checks and replays the next page. Its turns come first, then what is wrong with the page
   * itself, if no turn says it.
   *
   * @return the page, or null if it cannot be read
   */
  public TurnPage page(byte[] pageBytes, Consumer<ReplayVerdict> to) {
    return page(pageBytes, _ -> {}, to);
  }

  /**
   * The same.
   *
   * @param begun gets the page before its turns are decided, if it can be read
   */
  public TurnPage page(byte[] pageBytes, Consumer<TurnPage> begun, Consumer<ReplayVerdict> to) {
    PageWire.Read read;
    try {
      read = wire.read(pageBytes);
    } catch (PageWire.BadPage e) {
      pages.tear();
      to.accept(
          ReplayVerdict.Differs.page("the page cannot be read", "a ledger page", e.getMessage()));
      return null;
    }
    TurnPage page = read.page();
    begun.accept(page);
    if (partition != ANY && page.partition() != partition) {
      to.accept(
          ReplayVerdict.Differs.page(
              "the page belongs on partition " + page.partition(), null, "page " + page.number()));
      return page;
    }
    ReplayVerdict.Differs order = pages.order(page);
    if (order != null) {
      to.accept(order);
    }
    if (order == null || !order.repeated()) {
      turns(read, pageBytes, to);
    }
    return page;
  }

  private void turns(PageWire.Read read, byte[] pageBytes, Consumer<ReplayVerdict> to) {
    TurnPage page = read.page();
    boolean same = true;
    store.savePerPage();
    for (TurnEntry turn : page.turns()) {
      ReplayVerdict verdict = turn(turn);
      same &= !(verdict instanceof ReplayVerdict.Differs);
      to.accept(verdict);
    }
    if (same) {
      ReplayVerdict.Differs difference = state(page);
      difference = difference == null ? pages.difference(read, pageBytes) : difference;
      if (difference != null) {
        to.accept(difference);
      }
    } else {
      page.turns().stream()
          .map(TurnEntry::lane)
          .distinct()
          .map(courses::get)
          .forEach(LaneReplay::endPage);
    }
    pages.passed(page, pageBytes);
  }

  private ReplayVerdict turn(TurnEntry entry) {
    LaneReplay course = course(entry);
    if (!course.isProved() || pages.isTorn() && entry.number() > course.number() + 1) {
      return passed(course, unproved(course, entry), entry);
    }
    ReplayVerdict verdict =
        entry.number() <= course.number()
            ? ReplayVerdict.Differs.repeated(entry, course.number() + 1)
            : course.decide(entry);
    return passed(course, verdict, entry);
  }

  /** Without the lane's state, only what an adoption may be is checked. */
  private ReplayVerdict unproved(LaneReplay course, TurnEntry entry) {
    if (entry.kind() == TurnEntry.Kind.ADOPT && entry.rulesAfter() <= entry.rules()) {
      return ReplayVerdict.Differs.adoption(entry);
    }
    if (course.isKnown()) {
      course.lose();
    }
    return course.unproved(entry);
  }

  private ReplayVerdict.Differs state(TurnPage page) {
    for (TurnPage.Touched touched : page.lanes()) {
      LaneReplay course = courses.get(touched.lane());
      String found = Long.toHexString(touched.stateDigest());
      String expected = course.isProved() ? course.endPage() : found;
      if (!expected.equals(found)) {
        course.lose();
        return new ReplayVerdict.Differs(
            new ReplayVerdict.Divergence(
                touched.lane(), course.number(), "digest of the state", expected, found),
            null);
      }
    }
    return null;
  }

  /** Records are damaged or missing: what follows them may go on in any way. */
  public void tear() {
    pages.tear();
  }

  /** Returns true if records are damaged or missing. */
  public boolean isTorn() {
    return pages.isTorn();
  }

  private LaneReplay course(TurnEntry entry) {
    LaneReplay course = courses.get(entry.lane());
    return course == null ? courses.computeIfAbsent(entry.lane(), _ -> begun(entry)) : course;
  }

  private LaneReplay begun(TurnEntry entry) {
    LaneReplay course =
        known ? new LaneReplay(codec, store, entry.lane()) : new LaneReplay(codec, entry, store);
    if (!wanted.test(entry.lane())) {
      course.leaveOut();
    }
    return course;
  }

  private ReplayVerdict passed(LaneReplay course, ReplayVerdict verdict, TurnEntry entry) {
    if (verdict instanceof ReplayVerdict.Differs) {
      course.lose();
    }
    course.passed(entry);
    return verdict;
  }

  /** Returns true if all turns of the lane so far are verified. */
  public boolean isProved(String lane) {
    LaneReplay course = courses.get(lane);
    return course != null && course.isProved();
  }

  /** The lane's replayed state, or null if its start is missing. */
  public State state(String lane) {
    LaneReplay course = courses.get(lane);
    return course == null || course.lane() == null ? null : course.lane().state();
  }
}
