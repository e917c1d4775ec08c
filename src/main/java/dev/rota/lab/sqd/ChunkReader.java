package dev.rota.lab.sqd;

import dev.rota.base.lines.BadLine;
import dev.rota.base.lines.JsonFields;
import dev.rota.base.lines.JsonRecords;
import dev.rota.kernel.domain.NameCheck;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads a list of chunks, plain or gzipped, one per line:
 *
 * <pre>
 * {"dataset":"s3://ethereum-mainnet-1","chunk":"0000000000/0000000000-0000000765-ff54649d","bytes":118698340}
 * </pre>
 *
 * {@code id} may replace {@code chunk}, and {@code size} may replace {@code bytes}. Other fields
 * are ignored. The domain checks the sizes.
 */
public final class ChunkReader extends JsonRecords<ChunkLine> {
  public ChunkReader(InputStream in) throws IOException {
    super(in, ChunkReader::chunk);
  }

  private static ChunkLine chunk(JsonFields fields) {
    return new ChunkLine(
        fields.text("dataset", NameCheck::wrong),
        fields.text(either(fields, "chunk", "id"), NameCheck::wrong),
        fields.number(either(fields, "bytes", "size")));
  }

  private static String either(JsonFields fields, String field, String other) {
    if (fields.has(field) && fields.has(other)) {
      throw new BadLine(field, "and " + other + " say the same: leave one of them out");
    }
    return fields.has(other) ? other : field;
  }
}
