package dev.rota.cores.model;

import dev.rota.kernel.table.Table;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Queued claims: one line per parathread core, each sorted by ticket, so that a core finds its next
 * claim without scanning those of others.
 *
 * <pre>
 * offset 0: #1 #3 #5      cursor 1 ─ the line that the next claim joins
 * offset 1: #2 #4         next ticket #6
 * </pre>
 */
final class ClaimQueue {
  private final List<ArrayDeque<QueuedClaim>> lines;
  private int size;
  private int cursor;
  private long nextTicket;
  private long savedNextTicket;
  private final TreeMap<Long, QueuedClaim> changed = new TreeMap<>();

  private final boolean kept;

  ClaimQueue() {
    this(new ArrayList<>(), true);
  }

  /** A copy is never saved, so it does not track changes. */
  private ClaimQueue(List<ArrayDeque<QueuedClaim>> lines, boolean kept) {
    this.lines = lines;
    this.kept = kept;
  }

  ClaimQueue copy() {
    List<ArrayDeque<QueuedClaim>> copies = new ArrayList<>(lines.size());
    for (ArrayDeque<QueuedClaim> line : lines) {
      copies.add(line.isEmpty() ? new ArrayDeque<>(2) : line.clone());
    }
    ClaimQueue copy = new ClaimQueue(copies, false);
    copy.size = size;
    copy.cursor = cursor;
    copy.nextTicket = nextTicket;
    return copy;
  }

  static int after(int cursor, long parathreadCores) {
    return parathreadCores == 0 ? 0 : (int) ((cursor + 1) % parathreadCores);
  }

  int size() {
    return size;
  }

  int cursor() {
    return cursor;
  }

  long nextTicket() {
    return nextTicket;
  }

  long firstTicket() {
    return lines.stream()
        .filter(line -> !line.isEmpty())
        .mapToLong(line -> line.getFirst().ticket())
        .min()
        .orElse(nextTicket);
  }

  /** Returns the first claim for the core at this offset, or null. */
  QueuedClaim peek(long offset) {
    return offset < lines.size() ? lines.get((int) offset).peekFirst() : null;
  }

  /** Returns the claims for the core at this offset, in order. */
  List<QueuedClaim> line(long offset) {
    return offset >= 0 && offset < lines.size() ? List.copyOf(lines.get((int) offset)) : List.of();
  }

  /** Returns a para's claim, the earliest if there are several. */
  Optional<QueuedClaim> of(long para) {
    return lines.stream()
        .flatMap(ArrayDeque::stream)
        .filter(claim -> claim.para() == para)
        .min(Comparator.comparingLong(QueuedClaim::ticket));
  }

  /** Appends a claim and moves the cursor on. */
  void add(QueuedClaim claim, long parathreadCores) {
    append(claim);
    note(claim);
    nextTicket = claim.ticket() + 1;
    cursor = after(claim.offset(), parathreadCores);
  }

  /** Removes the first claim of a line. */
  void take(int offset) {
    gone(lines.get(offset).removeFirst().ticket());
    size--;
  }

  /** Appends a claim from its row. Call it in order of tickets. */
  void append(QueuedClaim claim) {
    while (lines.size() <= claim.offset()) {
      lines.add(new ArrayDeque<>(2));
    }
    lines.get(claim.offset()).addLast(claim);
    size++;
  }

  void header(int newCursor, long newNextTicket) {
    cursor = newCursor;
    nextTicket = newNextTicket;
    savedNextTicket = newNextTicket;
  }

  /** Replaces the claims, sorted by ticket. The next ticket stays, so that no ticket is reused. */
  void reset(List<QueuedClaim> claims, int newCursor) {
    list().forEach(claim -> gone(claim.ticket()));
    lines.clear();
    size = 0;
    claims.forEach(this::append);
    claims.forEach(this::note);
    cursor = newCursor;
  }

  /** Returns all claims by ticket. */
  List<QueuedClaim> list() {
    List<QueuedClaim> claims = new ArrayList<>(size);
    lines.forEach(claims::addAll);
    claims.sort(Comparator.comparingLong(QueuedClaim::ticket));
    return claims;
  }

  private void note(QueuedClaim claim) {
    if (kept) {
      changed.put(claim.ticket(), claim);
    }
  }

  /** A claim that was added and removed since the last save has no row. */
  private void gone(long ticket) {
    if (kept && ticket < savedNextTicket) {
      changed.put(ticket, null);
    } else if (kept) {
      changed.remove(ticket);
    }
  }

  /** Writes the rows of changed claims. */
  void save(Table<Long, QueuedClaim> rows) {
    changed.forEach((ticket, claim) -> rows.set(ticket, claim, ticket < savedNextTicket));
    changed.clear();
    savedNextTicket = nextTicket;
  }
}
