package dev.rota.app.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.text.LogField;
import dev.rota.base.text.PrintableText;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;

/**
 * A log line as a JSON object.
 *
 * <pre>
 * {"time":"2026-01-31T12:00:00.123Z","level":"INFO","instance":"host/4711","logger":"…",
 *  "thread":"…","message":"…","domain":"cores","lane":"polkadot","turn":4712,"partition":3,
 *  "error":"… stack trace, if there is an exception"}
 * </pre>
 *
 * <p>The fields from domain to partition are there if the line is about one.
 */
final class LogLine extends EncoderBase<ILoggingEvent> {
  private static final byte[] NONE = {};

  private final String instance = host() + "/" + ProcessHandle.current().pid();
  private final ThrowableProxyConverter stack = new ThrowableProxyConverter();

  @Override
  public void start() {
    stack.setContext(getContext());
    stack.start();
    super.start();
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    var line =
        JsonNodeFactory.instance
            .objectNode()
            .put("time", Instant.ofEpochMilli(event.getTimeStamp()).toString())
            .put("level", event.getLevel().toString())
            .put("instance", instance)
            .put("logger", event.getLoggerName())
            .put("thread", event.getThreadName())
            .put("message", event.getFormattedMessage());
    fields(event, line);
    if (event.getThrowableProxy() != null) {
      line.put("error", stack.convert(event).stripTrailing());
    }
    return (PrintableText.line(line.toString()) + "\n").getBytes(UTF_8);
  }

  private static void fields(ILoggingEvent event, ObjectNode line) {
    if (event.getArgumentArray() != null) {
      for (Object argument : event.getArgumentArray()) {
        if (argument instanceof LogField field && field.value() instanceof Number number) {
          line.put(field.name(), number.longValue());
        } else if (argument instanceof LogField field) {
          line.put(field.name(), field.toString());
        }
      }
    }
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      return "localhost";
    }
  }

  @Override
  public byte[] headerBytes() {
    return NONE;
  }

  @Override
  public byte[] footerBytes() {
    return NONE;
  }
}
