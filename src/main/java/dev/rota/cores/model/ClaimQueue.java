package dev.rota.cores.model;

import dev.rota.table.Table;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * The waiting claims: one line per parathread core, each in the order of tickets, so that a core
 * finds its next claim without passing those of others.
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

  /** A copy is never saved, so it need not know what changed. */
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

  /** The first claim that waits for the core at this offset, or null. */
  QueuedClaim peek(long offset) {
    return offset < lines.size() ? lines.get((int) offset).peekFirst() : null;
  }

  /** A claim at the end; the cursor moves on. */
  void add(QueuedClaim claim, long parathreadCores) {
    append(claim);
    note(claim.ticket(), claim);
    nextTicket = claim.ticket() + 1;
    cursor = after(claim.offset(), parathreadCores);
  }

  /** The first claim of a line leaves the queue. */
  void take(int offset) {
    note(lines.get(offset).removeFirst().ticket(), null);
    size--;
  }

  /** Claims as their rows have them, in the order of tickets. */
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

  /** Another content, in the order of tickets; tickets are kept, so no number is given twice. */
  void reset(List<QueuedClaim> claims, int newCursor) {
    list().forEach(claim -> note(claim.ticket(), null));
    lines.clear();
    size = 0;
    claims.forEach(this::append);
    claims.forEach(claim -> note(claim.ticket(), claim));
    cursor = newCursor;
  }

  /** Every claim in the order of the queue. */
  List<QueuedClaim> list() {
    List<QueuedClaim> claims = new ArrayList<>(size);
    lines.forEach(claims::addAll);
    claims.sort(Comparator.comparingLong(QueuedClaim::ticket));
    return claims;
  }

  private void note(long ticket, QueuedClaim claim) {
    if (kept) {
      changed.put(ticket, claim);
    }
  }

  /** Writes the rows of claims that came, moved or went; one that came and went leaves no trace. */
  void save(Table<Long, QueuedClaim> rows) {
    changed.forEach(
        (ticket, claim) -> {
          if (claim != null || ticket < savedNextTicket) {
            rows.set(ticket, claim);
          }
        });
    changed.clear();
    savedNextTicket = nextTicket;
  }
}
