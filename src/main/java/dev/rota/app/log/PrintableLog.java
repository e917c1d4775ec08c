package dev.rota.app.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.rota.base.text.PrintableText;

/**
 * Pattern layout whose lines contain no control characters: records may have put some into them.
 */
public final class PrintableLog extends PatternLayoutEncoder {
  @Override
  public byte[] encode(ILoggingEvent event) {
    return PrintableText.text(getLayout().doLayout(event)).getBytes(UTF_8);
  }
}
