package dev.rota.cli.imports;

import dev.rota.cli.console.RefusedLines;
import dev.rota.cli.console.Root;
import dev.rota.lines.BadLine;
import dev.rota.swf.SwfJob;
import dev.rota.swf.SwfReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/** The jobs of a trace; lines that cannot be read are told and passed over. */
final class TraceJobs implements Iterator<SwfJob> {
  private final SwfReader trace;
  private final RefusedLines refused;
  private final long limit;
  private long count;
  private Optional<SwfJob> ahead;

  /**
   * Reads up to the first job.
   *
   * @param limit how many jobs at most
   */
  TraceJobs(SwfReader trace, Root root, long limit) {
    this.trace = trace;
    this.refused = new RefusedLines(root);
    this.limit = limit;
    this.ahead = read();
  }

  /** How many lines could not be read. */
  long refused() {
    return refused.count();
  }

  @Override
  public boolean hasNext() {
    return ahead.isPresent();
  }

  @Override
  public SwfJob next() {
    SwfJob job = ahead.orElseThrow(NoSuchElementException::new);
    ahead = read();
    return job;
  }

  private Optional<SwfJob> read() {
    if (count == limit) {
      return Optional.empty();
    }
    while (true) {
      try {
        Optional<SwfJob> job = trace.next();
        count++;
        return job;
      } catch (BadLine bad) {
        refused.tell(trace.lineNumber(), bad.getMessage());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
