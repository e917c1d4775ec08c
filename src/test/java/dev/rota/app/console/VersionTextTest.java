package dev.rota.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.console.VersionText.BuiltCommit;
import java.io.IOException;
import java.io.StringReader;
import java.util.Properties;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a build has noted of its sources, in words. */
class VersionTextTest {
  @ParameterizedTest
  @CsvSource({
    "'git.commit.id.full=0a1b\ngit.dirty=false', commit 0a1b",
    "'git.commit.id.full=0a1b\ngit.dirty=true', commit 0a1b with changes",
    "'git.commit.id.full=0a1b', commit 0a1b",
    "'git.commit.id.full=', unknown commit",
    "'', unknown commit"
  })
  void theCommitIsNamedOrSaidToBeUnknown(String noted, String told) throws IOException {
    Properties read = new Properties();
    read.load(new StringReader(noted.replace("\\n", "\n")));
    assertThat(BuiltCommit.of(read)).hasToString(told);
  }
}
