package dev.rota.lab.verbs.imports;

import dev.rota.base.lines.AnswerRecord;

/** The generations of a network since a listing took effect. */
final class GenerationTally {
  private int count;
  private long number;
  private AnswerRecord last;
  private AnswerRecord shortage;
  private long movedCopies;
  private long movedBytes;
  private long nanos;

  void made(AnswerRecord answer) {
    count++;
    number = answer.number("generation");
    last = answer.event();
    movedCopies += last.number("movedCopies");
    movedBytes += last.number("movedBytes");
    shortage = null;
    nanos = System.nanoTime();
  }

  void refused(AnswerRecord event) {
    shortage = event;
    nanos = System.nanoTime();
  }

  int count() {
    return count;
  }

  /** True unless the last generation was refused. */
  boolean isComplete() {
    return shortage == null;
  }

  /** Returns when the last one was made or refused, in {@link System#nanoTime}; 0: none yet. */
  long nanos() {
    return nanos;
  }

  void tell(ImportReport report) {
    var json = report.fields().put("generations", count);
    if (count > 0) {
      json.put("generation", number).put("path", last.text("path"));
      json.put("copies", last.number("copies"));
    }
    json.put("movedCopies", movedCopies).put("movedBytes", movedBytes);
    if (shortage != null) {
      String reason = shortage.text("reason");
      String detail = shortage.text("detail");
      report.line("generation", "none: %s, %s", reason, detail);
      json.putObject("generationRefused").put("reason", reason).put("detail", detail);
    } else if (count == 0) {
      report.line(
          "generation", "none: nothing waits for one; the query 'generation' says which stands");
    } else {
      report.line(
          "generation",
          "%d, %s: %d copies; %d copies or %d bytes moved%s",
          number,
          last.text("path"),
          last.number("copies"),
          movedCopies,
          movedBytes,
          count == 1 ? "" : " in " + count + " generations");
    }
  }
}
