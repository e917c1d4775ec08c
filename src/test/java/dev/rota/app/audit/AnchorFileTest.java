package dev.rota.app.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.app.console.CommandFailure;
import dev.rota.readers.audit.AuditAnchor;
import dev.rota.readers.audit.AuditReport.LaneEnd;
import dev.rota.readers.audit.AuditReport.PageSeal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AnchorFileTest {
  @TempDir private Path dir;

  @Test
  void whatIsWrittenIsRead() throws IOException {
    Path file = dir.resolve("anchor.json");
    AnchorFile.write(file, anchor(17));
    AnchorFile.write(file, anchor(18));

    AuditAnchor read = AnchorFile.read(file);
    assertThat(read).usingRecursiveComparison().isEqualTo(anchor(18));
    try (Stream<Path> files = Files.list(dir)) {
      assertThat(files).containsExactly(file);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{}",
        "{\"anchor\":2}",
        "{\"anchor\":1}",
        "[1]",
        "{\"anchor\":1,\"topics\":{},\"lanes\":{\"a\":{\"partition\":0}}}"
      })
  void whatIsNoAnchorIsRefusedInWords(String text) throws IOException {
    Path file = Files.writeString(dir.resolve("anchor.json"), text);

    assertThatThrownBy(() -> AnchorFile.read(file))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("anchor.json cannot be read");
  }

  private static AuditAnchor anchor(long turn) {
    TreeMap<String, AuditAnchor.Topic> topics = new TreeMap<>();
    topics.put("claims", new AuditAnchor.Topic("x1", new TreeMap<>(Map.of(0, 5L, 1, 7L))));
    TreeMap<String, LaneEnd> lanes = new TreeMap<>();
    lanes.put("kusama", new LaneEnd(0, turn));
    lanes.put("polkadot", new LaneEnd(1, turn));
    TreeMap<Integer, PageSeal> pages = new TreeMap<>();
    pages.put(0, new PageSeal(turn, new byte[] {(byte) 0xee, 4}));
    return new AuditAnchor("cores", "cluster", 1_700_000_000_000L, "ab12", topics, lanes, pages);
  }
}
