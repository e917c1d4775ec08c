package dev.rota.app.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import dev.rota.base.files.OwnerOnlyDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** The log file: all lines from INFO on, Kafka's included. Three full files are kept. */
public final class LogFile implements AutoCloseable {
  private static final String FILE_MAX = "10MB";
  private static final int FULL_MAX = 3;
  private static final Duration KEPT = Duration.ofDays(7);
  private static final String PATTERN =
      "%d{\"yyyy-MM-dd'T'HH:mm:ss.SSSXXX\",UTC} %-5level [%thread] %logger %msg%n%ex";

  private final Path path;
  private final RollingFileAppender<ILoggingEvent> file;

  private LogFile(Path path, RollingFileAppender<ILoggingEvent> file) {
    this.path = path;
    this.file = file;
  }

  /**
   * Opens the file and deletes old log files of other processes.
   *
   * @param json whether lines are JSON
   * @throws IOException if it cannot be written; the program can run without
   */
  public static LogFile open(Path path, boolean json) throws IOException {
    OwnerOnlyDirectories.shut(path.getParent());
    for (Path old : old(path.getParent())) {
      Files.deleteIfExists(old);
    }
    if (Files.notExists(path)) {
      Files.createFile(path); // the appender would not report why it fails
    }
    var file = appender(path, json ? new LogLine() : pattern());
    LogVerbosity.root().addAppender(file);
    LogVerbosity.lower(Level.INFO);
    return new LogFile(path, file);
  }

  public Path path() {
    return path;
  }

  private static List<Path> old(Path dir) throws IOException {
    Instant before = Instant.now().minus(KEPT);
    try (Stream<Path> files = Files.list(dir)) {
      return files
          .filter(file -> file.getFileName().toString().matches("rota.*\\.log(\\.\\d+)?"))
          .filter(file -> file.toFile().lastModified() < before.toEpochMilli())
          .toList();
    }
  }

  private static PatternLayoutEncoder pattern() {
    PatternLayoutEncoder pattern = new PrintableLog();
    pattern.setPattern(PATTERN);
    return pattern;
  }

  private static RollingFileAppender<ILoggingEvent> appender(
      Path path, Encoder<ILoggingEvent> form) {
    LoggerContext context = LogVerbosity.root().getLoggerContext();
    var file = new RollingFileAppender<ILoggingEvent>();
    file.setContext(context);
    file.setFile(path.toString());
    form.setContext(context);
    form.start();
    file.setEncoder(form);
    var rolling = new FixedWindowRollingPolicy();
    rolling.setContext(context);
    rolling.setParent(file);
    rolling.setFileNamePattern(path + ".%i");
    rolling.setMaxIndex(FULL_MAX);
    rolling.start();
    var trigger = new SizeBasedTriggeringPolicy<ILoggingEvent>();
    trigger.setContext(context);
    trigger.setMaxFileSize(FileSize.valueOf(FILE_MAX));
    trigger.start();
    file.setRollingPolicy(rolling);
    file.setTriggeringPolicy(trigger);
    file.start();
    return file;
  }

  @Override
  public void close() {
    LogVerbosity.root().detachAppender(file);
    file.stop();
  }
}
