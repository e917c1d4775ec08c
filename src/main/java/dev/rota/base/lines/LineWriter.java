package dev.rota.base.lines;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.base.text.PrintableText;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.avro.generic.IndexedRecord;

/**
 * Writes JSON lines, compact and with a fixed field order. It buffers: call {@link #flush} when a
 * reader waits, and at the end. The caller closes the stream. Not thread-safe.
 */
public final class LineWriter implements Flushable {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .build()
          .setCodec(new ObjectMapper())
          .setCharacterEscapes(new PrintableText.InJson())
          .setRootValueSeparator("");

  private final JsonGenerator generator;
  private final BytesForm bytes;

  public LineWriter(OutputStream out) throws IOException {
    this(out, BytesForm.HEX);
  }

  /** Writes bytes of records in this form. */
  public LineWriter(OutputStream out, BytesForm bytes) throws IOException {
    this.generator = JSON.createGenerator(out, JsonEncoding.UTF8);
    this.bytes = bytes;
  }

  public void write(EnvelopeMetadata metadata, IndexedRecord value) throws IOException {
    begin(metadata);
    JsonAvro.writeJson(value, generator, bytes);
    end(metadata);
  }

  public void write(Envelope envelope) throws IOException {
    begin(envelope.metadata());
    generator.writeTree(envelope.value());
    end(envelope.metadata());
  }

  /** {@code {"query":…,"answer":…}}. */
  public void answer(QueryLine query, JsonNode answer) throws IOException {
    generator.writeStartObject();
    generator.writeStringField("query", query.name());
    generator.writeFieldName("answer");
    generator.writeTree(answer);
    finish();
  }

  @Override
  public void flush() throws IOException {
    generator.flush();
  }

  private void begin(EnvelopeMetadata metadata) throws IOException {
    generator.writeStartObject();
    generator.writeStringField("topic", metadata.topic());
    generator.writeStringField("key", metadata.key().orElse(null));
    if (metadata.timestamp().isPresent()) {
      generator.writeNumberField("timestamp", metadata.timestamp().getAsLong());
    }
    generator.writeFieldName("value");
  }

  private void end(EnvelopeMetadata metadata) throws IOException {
    if (metadata.partition().isPresent()) {
      generator.writeNumberField("partition", metadata.partition().getAsInt());
    }
    if (metadata.offset().isPresent()) {
      generator.writeNumberField("offset", metadata.offset().getAsLong());
    }
    if (!metadata.headers().isEmpty()) {
      generator.writeObjectFieldStart("headers");
      for (var header : metadata.headers().entrySet()) {
        generator.writeStringField(header.getKey(), header.getValue());
      }
      generator.writeEndObject();
    }
    finish();
  }

  private void finish() throws IOException {
    generator.writeEndObject();
    generator.writeRaw('\n');
  }
}
