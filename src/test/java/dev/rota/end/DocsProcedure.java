package dev.rota.end;

import dev.rota.base.book.DocBlock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The commands of a chapter of the documentation, as they are written there. */
final class DocsProcedure {
  private DocsProcedure() {}

  /**
   * The {@code rota} commands of a chapter's shell blocks, word by word, without {@code rota}.
   *
   * @param page such as {@code backup}
   * @param heading of the chapter, with its hashes
   * @param here what stands in the page, and what is meant here
   */
  static List<List<String>> commands(String page, String heading, Map<String, String> here) {
    return of(DocBlock.of(Path.of("docs", page + ".md")).stream(), heading)
        .map(words -> words.stream().map(word -> here.getOrDefault(word, word)).toList())
        .toList();
  }

  /** The same of a heading that one page alone has. */
  static List<List<String>> commands(String heading) throws IOException {
    return of(DocBlock.all().stream(), heading).toList();
  }

  private static Stream<List<String>> of(Stream<DocBlock> blocks, String heading) {
    return blocks
        .filter(block -> block.heading().equals(heading))
        .flatMap(block -> block.commands().stream());
  }
}
