package dev.rota.ledger;

import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.table.Rows;
import dev.rota.table.TreeRows;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Replays the ledger of one partition: entries, if it is an old one, and then pages. Records must
 * come in ledger order; lanes may be interleaved.
 */
public final class Replay<S extends State, I, F extends Fact<S>> {
  public static final int ANY = -1;

  private final int partition;
  private final InputCodec<S, I, F> codec;
  private final EntryWire entries = new EntryWire();
  private final PageWire wire = new PageWire();
  private final PageChain pages;
  private final Map<String, Course<S, I, F>> courses = new HashMap<>();

  /** Of the lanes that take the turns. */
  private final LaneStore<S, I, F> store;

  /** The lanes whose turns are decided again. Of the others, only order and seals are checked. */
  private Predicate<String> wanted = lane -> true;

  /** The lanes go on where they stand; false: each begins with its first turn. */
  private final boolean known;

  /** Replays a ledger from its first record on. */
  public Replay(Domain<S, I, F> domain) {
    this(domain, ANY, true);
  }

  /**
   * Replays a ledger.
   *
   * @param partition of its pages; {@link #ANY}: unknown
   * @param whole false: its first records are no longer retained
   */
  public Replay(Domain<S, I, F> domain, int partition, boolean whole) {
    this(domain, partition, whole, new TreeRows());
  }

  /** The same, with the lanes' rows in these, which are empty. */
  public Replay(Domain<S, I, F> domain, int partition, boolean whole, Rows rows) {
    this(domain, partition, new PageChain(whole), new LaneStore<>(domain, rows), false);
  }

  private Replay(
      Domain<S, I, F> domain,
      int partition,
      PageChain pages,
      LaneStore<S, I, F> store,
      boolean known) {
    this.codec = new InputCodec<>(domain);
    this.partition = partition;
    this.pages = pages;
    this.store = store;
    this.known = known;
  }

  /**
   * Goes on behind the ledger's end as these lanes know it. They take the turns, so that they know
   * the ledger's next end.
   */
  public static <S extends State, I, F extends Fact<S>> Replay<S, I, F> after(
      PageEnd end, Domain<S, I, F> domain, int partition, LaneStore<S, I, F> store) {
    return new Replay<>(domain, partition, new PageChain(end), store, true);
  }

  /** Decides the turns of these lanes alone again. Call it before the first record. */
  public Replay<S, I, F> only(Predicate<String> lanes) {
    wanted = lanes;
    return this;
  }

  /** Checks and replays the next entry. */
  public Verdict next(byte[] entryBytes) {
    EntryWire.Sealed sealed;
    try {
      sealed = entries.decode(entryBytes);
    } catch (EntryWire.BadEntry e) {
      return Verdict.Differs.page("the entry cannot be read", "a ledger entry", e.getMessage());
    }
    Entry entry = sealed.turn();
    Course<S, I, F> course = course(entry);
    if (course.isBroken()) {
      return new Verdict.Unproved(entry);
    }
    if (entry.number() <= course.number()) {
      return Verdict.Differs.repeated(entry, course.number() + 1);
    }
    Verdict verdict = misplaced(entry);
    verdict = verdict == null ? entry(course, sealed, entryBytes) : verdict;
    return passed(course, verdict, entry, sealed.seal());
  }

  /** Why there can be no such entry here, or null. */
  private Verdict misplaced(Entry entry) {
    if (pages.isBegun()) {
      return Verdict.Differs.of(entry, "an entry behind pages", "a page", "an entry");
    }
    return entry.kind() == Entry.Kind.ADOPT
        ? Verdict.Differs.of(entry, "an adoption in an entry", "a page", "an entry")
        : null;
  }

  private Verdict entry(Course<S, I, F> course, EntryWire.Sealed sealed, byte[] entryBytes) {
    Entry entry = sealed.turn();
    if (course.isKnown()) {
      Verdict verdict = course.decide(entry);
      if (verdict instanceof Verdict.Same same) {
        verdict = sealed(same, course.seal(), sealed, entryBytes);
      }
      return verdict instanceof Verdict.Differs && course.isOld(entry)
          ? onlySealed(course, sealed, entryBytes)
              .orElseGet(() -> course.forget(entry, Verdict.Reason.OLD_RULES))
          : verdict;
    }
    // Without the lane's state, only the order and the seal are checked.
    return course.seal() == null
        ? course.unproved(entry)
        : onlySealed(course, sealed, entryBytes).orElseGet(() -> course.unproved(entry));
  }

  /** What is wrong with the order or the seal, if anything is. */
  private Optional<Verdict> onlySealed(
      Course<S, I, F> course, EntryWire.Sealed sealed, byte[] entryBytes) {
    Entry entry = sealed.turn();
    if (entry.number() != course.number() + 1) {
      return Optional.of(Verdict.Differs.gap(entry, course.number() + 1));
    }
    byte[] seal = entries.sealOf(entryBytes, course.seal());
    return Arrays.equals(seal, sealed.seal())
        ? Optional.empty()
        : Optional.of(
            Verdict.Differs.of(
                entry,
                "seal",
                Verdict.Divergence.hex(seal),
                Verdict.Divergence.hex(sealed.seal())));
  }

  /** The same turn must have the same bytes. The seal covers what is before it. */
  private Verdict sealed(
      Verdict.Same same, byte[] sealBefore, EntryWire.Sealed sealed, byte[] entryBytes) {
    Decided again = same.decided();
    byte[] bytes = entries.seal(again.entry(), again.stateDigest(), sealBefore);
    if (Arrays.equals(bytes, entryBytes)) {
      return same;
    }
    Entry entry = sealed.turn();
    if (again.stateDigest() != sealed.stateDigest()) {
      return Verdict.Differs.of(
          entry,
          "digest of the state",
          Long.toHexString(again.stateDigest()),
          Long.toHexString(sealed.stateDigest()));
    }
    String seal = Verdict.Divergence.hex(PageWire.seal(bytes));
    String found = Verdict.Divergence.hex(sealed.seal());
    return seal.equals(found)
        ? Verdict.Differs.of(
            entry, "encoding", Verdict.Divergence.hex(bytes), Verdict.Divergence.hex(entryBytes))
        : Verdict.Differs.of(entry, "seal", seal, found);
  }

  /**
   * Checks and replays the next page. Its turns come first, then what is wrong with the page
   * itself, if no turn says it.
   *
   * @return the page, or null if it cannot be read
   */
  public Page page(byte[] pageBytes, Consumer<Verdict> to) {
    PageWire.Read read;
    try {
      read = wire.read(pageBytes);
    } catch (PageWire.BadPage e) {
      pages.tear();
      to.accept(Verdict.Differs.page("the page cannot be read", "a ledger page", e.getMessage()));
      return null;
    }
    Page page = read.page();
    if (partition != ANY && page.partition() != partition) {
      to.accept(
          Verdict.Differs.page(
              "the page belongs on partition " + page.partition(), null, "page " + page.number()));
      return page;
    }
    Verdict.Differs order = pages.order(page, this::endOfEntries);
    if (order != null) {
      to.accept(order);
    }
    if (order == null || !order.repeated()) {
      turns(read, pageBytes, to);
    }
    return page;
  }

  private void turns(PageWire.Read read, byte[] pageBytes, Consumer<Verdict> to) {
    Page page = read.page();
    boolean same = true;
    store.savePerPage();
    for (Entry turn : page.turns()) {
      Verdict verdict = turn(turn);
      same &= !(verdict instanceof Verdict.Differs);
      to.accept(verdict);
    }
    if (same) {
      Verdict.Differs difference = state(page);
      difference = difference == null ? pages.difference(read, pageBytes) : difference;
      if (difference != null) {
        to.accept(difference);
      }
    } else {
      page.turns().stream().map(Entry::lane).distinct().map(courses::get).forEach(Course::endPage);
    }
    pages.passed(page, pageBytes);
  }

  private Verdict turn(Entry entry) {
    Course<S, I, F> course = course(entry);
    if (!course.isProved() || pages.isTorn() && entry.number() > course.number() + 1) {
      return passed(course, unproved(course, entry), entry, null);
    }
    Verdict verdict =
        entry.number() <= course.number()
            ? Verdict.Differs.repeated(entry, course.number() + 1)
            : course.decide(entry);
    return passed(course, verdict, entry, null);
  }

  /** Without the lane's state, only what an adoption may be is checked. */
  private Verdict unproved(Course<S, I, F> course, Entry entry) {
    if (entry.kind() == Entry.Kind.ADOPT && entry.rulesAfter() <= entry.rules()) {
      return Verdict.Differs.adoption(entry);
    }
    if (course.isKnown()) {
      course.lose();
    }
    return course.unproved(entry);
  }

  private Verdict.Differs state(Page page) {
    for (Page.Touched touched : page.lanes()) {
      Course<S, I, F> course = courses.get(touched.lane());
      String found = Long.toHexString(touched.stateDigest());
      String expected = course.isProved() ? course.endPage() : found;
      if (!expected.equals(found)) {
        course.lose();
        return new Verdict.Differs(
            new Verdict.Divergence(
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

  private Course<S, I, F> course(Entry entry) {
    Course<S, I, F> course = courses.get(entry.lane());
    return course == null ? courses.computeIfAbsent(entry.lane(), name -> begun(entry)) : course;
  }

  private Course<S, I, F> begun(Entry entry) {
    Course<S, I, F> course =
        known ? new Course<>(codec, store, entry.lane()) : new Course<>(codec, entry, store);
    if (!wanted.test(entry.lane())) {
      course.leaveOut();
    }
    return course;
  }

  private Verdict passed(Course<S, I, F> course, Verdict verdict, Entry entry, byte[] seal) {
    if (verdict instanceof Verdict.Differs) {
      course.lose();
    }
    course.passed(entry, seal);
    return verdict;
  }

  /** What the first page closes over if all entries were replayed. */
  public byte[] endOfEntries() {
    PageEnd.OfEntries end = new PageEnd.OfEntries();
    courses.forEach((lane, course) -> end.add(lane, course.number(), course.seal()));
    return end.seal();
  }

  /** Returns true if all turns of the lane so far were decided again, to the same. */
  public boolean isProved(String lane) {
    Course<S, I, F> course = courses.get(lane);
    return course != null && course.isProved();
  }

  /** The lane's replayed state, or null if its start is missing. */
  public S state(String lane) {
    Course<S, I, F> course = courses.get(lane);
    return course == null || course.lane() == null ? null : course.lane().state();
  }
}
