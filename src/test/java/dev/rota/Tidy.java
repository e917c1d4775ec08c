package dev.rota;

import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** What {@link TidyTest} looks for in one source. */
final class Tidy {
  private static final Pattern LATER = Pattern.compile("\\b(?:TODO|FIXME|XXX)\\b");
  private static final Pattern CODE =
      Pattern.compile(
          "^\\s*(?://|\\*)\\s*(?:"
              + "(?:import|return|throw|package|private|public|protected|static|final)\\b.*[;{]"
              + "|(?:if|for|while|switch|catch|try)\\s*[({].*"
              + "|[\\w.]+\\(.*\\);"
              + "|[\\w.<>\\[\\]]+(?:\\s\\w+)?\\s=\\s.*;"
              + "|@Override|\\}.*)$");

  private static final Pattern QUALIFIED =
      Pattern.compile("\\bdev\\.rota(?:\\.[a-z]\\w*)*\\.[A-Z]\\w*");

  private Tidy() {}

  /** Types of this program that a text names in full, as imports do. */
  static Set<String> qualifiedTypes(String text) {
    return QUALIFIED
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Lines that promise to do it later. */
  static List<String> promises(String source) {
    return source.lines().filter(line -> LATER.matcher(line).find()).toList();
  }

  /** Comment lines that read like Java; examples in Javadoc's pre blocks are none. */
  static List<String> commentedOut(String source) {
    var found = new ArrayList<String>();
    boolean example = false;
    for (String line : source.lines().toList()) {
      example = (example || line.contains("<pre>")) && !line.contains("</pre>");
      if (!example && CODE.matcher(line).matches()) {
        found.add(line.strip());
      }
    }
    return found;
  }

  static List<String> prints(String source) {
    return source
        .lines()
        .filter(
            line ->
                line.contains("System.out")
                    || line.contains("System.err")
                    || line.contains(".printStackTrace("))
        .toList();
  }

  /** The length of each method, by name; the longest one where names are equal. */
  static Map<String, Integer> methods(String source) {
    var lengths = new TreeMap<String, Integer>();
    var task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, null, null, null, List.of(file(source)));
    SourcePositions positions = Trees.instance(task).getSourcePositions();
    try {
      for (var unit : task.parse()) {
        LineMap lines = unit.getLineMap();
        new TreeScanner<Void, Void>() {
          @Override
          public Void visitMethod(MethodTree method, Void unused) {
            long first = lines.getLineNumber(positions.getStartPosition(unit, method));
            long last = lines.getLineNumber(positions.getEndPosition(unit, method));
            lengths.merge(method.getName().toString(), (int) (last - first + 1), Math::max);
            return super.visitMethod(method, null);
          }
        }.scan(unit, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lengths;
  }

  private static JavaFileObject file(String source) {
    return new SimpleJavaFileObject(
        URI.create("string:///Source.java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return source;
      }
    };
  }
}
