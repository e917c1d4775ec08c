package dev.rota.readers.notary;

import dev.rota.base.proof.LogCheckpoint;
import dev.rota.kernel.ledger.PageEnd;
import java.util.Arrays;
import java.util.List;

/** Takes a ledger's records up to the last one that was audited, and matches them with a log. */
final class LogMatch {
  private final LogCheck check;
  private final LogCheckpoint signed;
  private final long witnessed;
  private final AuditedPages audited;
  private final VouchedTurns word;
  private final List<LogCheckpoint> own;
  private final boolean whole;

  /** Number of retained turns before the audited ones; -1: their page was not met yet. */
  private long before;

  private boolean ended;

  /**
   * Begins with the ledger's first retained record.
   *
   * @param signed the log's newest checkpoint; null: there is none
   * @param witnessed how many of its leaves are witnessed
   * @param whole false: the ledger's beginning is not retained
   */
  LogMatch(
      LogCheck check,
      LogCheckpoint signed,
      long witnessed,
      AuditedPages audited,
      VouchedTurns word,
      boolean whole) {
    this.check = check;
    this.signed = signed;
    this.witnessed = witnessed;
    this.audited = audited;
    this.word = word;
    this.own = signed == null ? List.of() : word.of(signed.origin());
    this.whole = whole;
    this.before = audited.after() == 0 ? 0 : -1;
    this.ended = audited.last() == 0;
    for (LogCheckpoint head : own) {
      check.hold(
          head,
          LedgerRewritten::new,
          "its first %d turns are not those that this key has vouched for");
    }
  }

  /** Nothing behind the audited turns is looked at. */
  boolean isEnded() {
    return ended;
  }

  void take(long offset, byte[] record) {
    if (ended) {
      return;
    }
    check.take(offset, record);
    PageEnd end = check.end();
    if (end != null && end.pages() == audited.after()) {
      before = check.turns();
    }
    if (end != null && end.pages() == audited.last()) {
      if (!Arrays.equals(end.seal(), audited.seal())) {
        throw new LedgerRewritten("page %d is not the one that was audited".formatted(end.pages()));
      }
      ended = true;
    }
  }

  /**
   * What they have in common. All records are taken.
   *
   * @throws LedgerRewritten if the log has a leaf for which there is no such turn
   */
  AttestedLog.Agreed agreed() {
    if (!ended || before < 0) {
      throw new LedgerRewritten("it no longer has all pages that were audited");
    }
    check.finish();
    LogCheckpoint end = check.head();
    if (end != null && end.size() < ownSize()) {
      throw new LedgerRewritten(
          "it has the turns of %d leaves of its log; this key has vouched for %d"
              .formatted(end.size(), ownSize()));
    }
    long turns = check.turns() - before;
    long same = check.same(size(), before);
    return new AttestedLog.Agreed(
        turns, same, check.same(witnessed, before), size() - same, end, lacking(end, turns));
  }

  private long size() {
    return signed == null ? 0 : signed.size();
  }

  private long ownSize() {
    return own.stream().mapToLong(LogCheckpoint::size).max().orElse(0);
  }

  private String lacking(LogCheckpoint end, long turns) {
    if (size() == 0) {
      return null; // nothing to vouch for
    }
    if (end == null) {
      return "the log ends before the first turn that is retained. Let the notary continue";
    }
    if (word.cosigned() != null
        && own.contains(word.cosigned())
        && word.cosigned().size() > size()) {
      return ("the log has %d leaves, and this key has cosigned %d: it was cut, or is an older"
              + " copy. Let the notary continue until it has as many")
          .formatted(size(), word.cosigned().size());
    }
    long unverified = end.size() - turns;
    return unverified > ownSize()
        ? ("its first %d leaves are turns before page %d: this audit has not verified them, and"
                + " this key has vouched for %d. %s")
            .formatted(unverified, audited.after() + 1, ownSize(), mend())
        : null;
  }

  private String mend() {
    return whole
        ? "Audit from the beginning, without --since"
        : "Pass the directory of this key's last audit with --audited. What was trimmed before this"
            + " key had verified it can no longer be vouched for";
  }
}
