package dev.rota.lab.swf;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.base.lines.BadLine;
import dev.rota.testing.Repeated;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SwfReaderTest {
  private static final String JOB = "7 3 -1 60 4 12.5 -1 8 90 -1 1 2 3 4 5 -1 -1 -1";
  private static final String NEXT = "8 3 -1 0 1 -1 -1 -1 -1 -1 0 -1 -1 -1 -1 -1 -1 -1";

  @Test
  void aLineIsAJob() throws IOException {
    try (SwfReader trace = of("; Version: 2.2\n;\n; MaxNodes: 128\n\n  " + JOB + "\r\n" + NEXT)) {
      assertThat(trace.next()).contains(new SwfJob(7, 3000, 60_000, 4, 90_000, 1, 2, 3, 4, 5));
      assertThat(trace.header("MaxNodes")).hasValue(128);
      assertThat(trace.header("MaxProcs")).isEmpty();
      assertThat(trace.next()).contains(new SwfJob(8, 3000, 0, 1, -1, 0, -1, -1, -1, -1));
      assertThat(trace.next()).isEmpty();
      assertThat(trace.leftOut()).isZero();
    }
  }

  @Test
  void aGzippedTraceIsReadAsItIs() throws IOException {
    var zipped = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(zipped)) {
      gzip.write((JOB + "\n").getBytes(ISO_8859_1));
    }
    try (SwfReader trace = new SwfReader(new ByteArrayInputStream(zipped.toByteArray()))) {
      assertThat(trace.next()).map(SwfJob::number).contains(7L);
      assertThat(trace.next()).isEmpty();
    }
  }

  @Test
  void whereProcessorsAreUnknownTheRequestedOnesCount() throws IOException {
    try (SwfReader trace = of(JOB.replace(" 4 12.5 ", " -1 12.5 "))) {
      assertThat(trace.next()).map(SwfJob::processors).contains(8);
    }
  }

  /** Status 2 to 4: a job that was swapped out has a line for the whole, and one for each part. */
  @Test
  void jobsThatNeverRanAndPartsOfJobsAreLeftOut() throws IOException {
    String neverRan = JOB.replace(" 60 ", " -1 ");
    String part = JOB.replace("-1 1 2 3", "-1 3 2 3");
    try (SwfReader trace = of(neverRan + "\n" + part + "\n" + NEXT)) {
      assertThat(trace.next()).map(SwfJob::number).contains(8L);
      assertThat(trace.leftOut()).isEqualTo(2);
    }
  }

  /** More than could be kept: a line is read up to the most that one may have, then passed over. */
  @Test
  void aLineWithoutAnEndIsRefusedByItsNumberAndTheNextOneRead() throws IOException {
    InputStream endless = new Repeated((byte) '7', 256 << 20);
    InputStream next = new ByteArrayInputStream(("\n" + NEXT).getBytes(ISO_8859_1));
    try (SwfReader trace =
        new SwfReader(
            new SequenceInputStream(
                new ByteArrayInputStream((JOB + "\n").getBytes(ISO_8859_1)),
                new SequenceInputStream(endless, next)))) {
      trace.next();
      assertThatThrownBy(trace::next)
          .isInstanceOf(BadLine.class)
          .hasMessage("longer than 1048576 bytes; a job has 18 numbers: is this a trace?");
      assertThat(trace.lineNumber()).isEqualTo(2);
      assertThat(trace.next()).map(SwfJob::number).contains(8L);
      assertThat(trace.lineNumber()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "9 4 -1 60|has 4 fields, a job has 18",
        "9 4 x 60 1 -1 -1 -1 -1 -1 1 1 1 1 1 -1 -1 -1|field 3 (wait time): 'x' is no number",
        "9 4 -1 0x6 1 -1 -1 -1 -1 -1 1 1 1 1 1 -1 -1 -1|field 4 (run time): '0x6' is no number",
        "9 4 -1 NaN 1 -1 -1 -1 -1 -1 1 1 1 1 1 -1 -1 -1|field 4 (run time): 'NaN' is no number",
        "9 4 -1 6 1 1e999999999 -1 -1 -1 -1 1 1 1 1 1 -1 -1 -1|field 6 (average CPU time):"
            + " '1e999999999' is",
        "9 4 -1 6 1.5 -1 -1 -1 -1 -1 1 1 1 1 1 -1 -1 -1|field 5 (processors): '1.5' is no whole",
        "9 4 -1 -.5 1 -1 -1 -1 -1 -1 1 1 1 1 1 -1 -1 -1|field 4 (run time): '-.5' is less",
        "9 2.9 -1 6 1 -1 -1 -1 -1 -1 1 1 1 1 1 -1 -1 -1|field 2 (submit time): '2.9' lies before",
        "7 4 -1 60 1 -1 -1 -1 -1 -1 1 1 1 1 1 -1 -1 -1|field 1 (job number): '7' does not come",
        "9 4 -1 -5 1 -1 -1 -1 -1 -1 1 1 1 1 1 -1 -1 -1|field 4 (run time): '-5' is less than -1",
        "9 4 -1 60 9999999 -1 -1 -1 -1 -1 1 1 1 1 1 -1 -1 -1|field 5 (processors): '9999999' is",
        "9 4 -1 60 1 -1 -1 -1 -1 -1 6 1 1 1 1 -1 -1 -1|field 11 (status): '6' is more than 5",
      })
  void aBadLineIsNamedAndTheNextOneRead(String line, String why) throws IOException {
    String after = NEXT.replace("8 3 ", "10 5 ");
    try (SwfReader trace = of(JOB + "\n" + line + "\n" + after)) {
      trace.next();
      assertThatThrownBy(trace::next).isInstanceOf(BadLine.class).hasMessageContaining(why);
      assertThat(trace.lineNumber()).isEqualTo(2);
      assertThat(trace.next()).map(SwfJob::number).contains(10L);
    }
  }

  @Test
  void timesMayHaveDecimals() throws IOException {
    String job = "1 5.5 .25 10.0004 1.0 -1 -1 1 20.0005 -1 1.00 1 1 -1 1 -1 -1 -1.0";
    try (SwfReader trace = of(job)) {
      assertThat(trace.next()).contains(new SwfJob(1, 5500, 10_000, 1, 20_001, 1, 1, 1, -1, 1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"6 (4, 2)", "6(4,2)", "6 (a batch and an interactive one)", "6"})
  void partitionsMayStandBehindANumberOfTheHead(String value) throws IOException {
    try (SwfReader trace = of("; MaxProcs: " + value + "\n" + JOB)) {
      trace.next();
      assertThat(trace.processors()).hasValue(6);
    }
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheHead() throws IOException {
    byte[] marked = ("\u00EF\u00BB\u00BF; MaxProcs: 6\n" + JOB).getBytes(ISO_8859_1);
    try (SwfReader trace = new SwfReader(new ByteArrayInputStream(marked))) {
      trace.next();
      assertThat(trace.processors()).hasValue(6);
    }
  }

  @Test
  void aHeadThatIsNoNumberIsNamed() throws IOException {
    try (SwfReader trace = of("; MaxProcs: many\n" + JOB)) {
      trace.next();
      assertThatThrownBy(() -> trace.header("MaxProcs"))
          .isInstanceOf(BadLine.class)
          .hasMessage("; MaxProcs: 'many' is no whole number");
    }
  }

  private static SwfReader of(String text) throws IOException {
    return new SwfReader(new ByteArrayInputStream(text.getBytes(ISO_8859_1)));
  }
}
