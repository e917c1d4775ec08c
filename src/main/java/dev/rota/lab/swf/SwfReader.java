package dev.rota.lab.swf;

import dev.rota.base.lines.BadLine;
import dev.rota.base.lines.GzipInput;
import dev.rota.base.lines.LineRecordReader;
import dev.rota.base.lines.RawLines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a trace, plain or gzipped, line by line. It begins with {@code ; Key: value} comments. Jobs
 * of 18 numbers each follow, in the order of submission.
 */
public final class SwfReader implements LineRecordReader<SwfJob> {
  private static final long SECOND_MILLIS = 1000;
  private static final int STATUS_PART_FIRST = 2;
  private static final int STATUS_PART_LAST = 4;

  private static final Pattern COUNT = Pattern.compile("([+-]?\\d{1,18})\\s*(\\(.*)?");

  private final RawLines lines;
  private final Map<String, String> header = new HashMap<>();
  private long leftOut;
  private long lastNumber = Long.MIN_VALUE;
  private long lastSubmit;

  public SwfReader(InputStream in) throws IOException {
    // The encoding of old traces' comments is unknown, so every byte is one character.
    lines =
        new RawLines(
            GzipInput.of(in),
            StandardCharsets.ISO_8859_1,
            RawLines.BYTES_MAX,
            "a job has 18 numbers: is this a trace?");
  }

  /** Returns the next job that can be played. */
  @Override
  public Optional<SwfJob> next() throws IOException {
    for (String line = lines.next(); line != null; line = lines.next()) {
      String text = line.strip();
      if (text.startsWith(";")) {
        comment(text.substring(1));
      } else if (!text.isEmpty()) {
        Optional<SwfJob> job = job(new SwfFields(text));
        if (job.isPresent()) {
          return job;
        }
        leftOut++;
      }
    }
    return Optional.empty();
  }

  @Override
  public long lineNumber() {
    return lines.number();
  }

  /**
   * Returns the number of valid lines that are not played: jobs that never ran, and parts of a job
   * that has a line of its own.
   */
  public long leftOut() {
    return leftOut;
  }

  /**
   * Returns a number from the head's comments, such as {@code MaxNodes}. Read a job first. What the
   * standard adds in parentheses, such as the size of each partition, is left out.
   *
   * @throws BadLine if the value is not a number
   */
  public OptionalLong header(String key) {
    String value = header.get(key);
    if (value == null) {
      return OptionalLong.empty();
    }
    Matcher number = COUNT.matcher(value);
    if (!number.matches()) {
      throw new BadLine("; " + key, "'" + value + "' is no whole number");
    }
    return OptionalLong.of(Long.parseLong(number.group(1)));
  }

  /** Returns the number of processors of the machine, or else its number of nodes. */
  public OptionalLong processors() {
    OptionalLong processors = header("MaxProcs");
    return processors.isPresent() ? processors : header("MaxNodes");
  }

  /** Returns the start of the trace, epoch ms. Without a start time it is 0. */
  public long startMillis() {
    long seconds = header("UnixStartTime").orElse(0);
    return Math.max(0, Math.min(seconds, Integer.MAX_VALUE)) * SECOND_MILLIS;
  }

  private void comment(String text) {
    int colon = text.indexOf(':');
    if (colon > 0) {
      header.putIfAbsent(text.substring(0, colon).strip(), text.substring(colon + 1).strip());
    }
  }

  private Optional<SwfJob> job(SwfFields fields) {
    int status = (int) fields.number(SwfFields.STATUS, -1, STATUS_PART_LAST + 1);
    if (status >= STATUS_PART_FIRST && status <= STATUS_PART_LAST) {
      return Optional.empty();
    }
    long number = fields.number(SwfFields.NUMBER, 0, Long.MAX_VALUE);
    if (number <= lastNumber) {
      throw fields.bad(SwfFields.NUMBER, "does not come after " + lastNumber + ", the one before");
    }
    long submit = fields.millis(SwfFields.SUBMIT);
    if (submit < lastSubmit) {
      throw fields.bad(
          SwfFields.SUBMIT, "lies before the one of the job before; sort the trace by it");
    }
    long run = fields.millisIfKnown(SwfFields.RUN);
    int processors = processors(fields);
    long requested = fields.millisIfKnown(SwfFields.REQUESTED_TIME);
    SwfJob job =
        new SwfJob(
            number,
            submit,
            run,
            processors,
            requested,
            status,
            fields.number(SwfFields.USER, -1, Long.MAX_VALUE),
            fields.number(SwfFields.GROUP, -1, Long.MAX_VALUE),
            fields.number(SwfFields.EXECUTABLE, -1, Long.MAX_VALUE),
            fields.number(SwfFields.QUEUE, -1, Integer.MAX_VALUE));
    lastNumber = number;
    lastSubmit = submit;
    return run < 0 || processors < 1 ? Optional.empty() : Optional.of(job);
  }

  private static int processors(SwfFields fields) {
    long allocated = fields.number(SwfFields.PROCESSORS, -1, SwfFields.PROCESSORS_MAX);
    long requested = fields.number(SwfFields.REQUESTED_PROCESSORS, -1, SwfFields.PROCESSORS_MAX);
    return (int) (allocated < 0 ? requested : allocated);
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
