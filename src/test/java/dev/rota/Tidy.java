package dev.rota;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.PatternCaseLabelTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
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

  private static final Pattern NO_CODE = Pattern.compile("//|/?\\*|(?:import|package)\\b");
  private static final Pattern WORD = Pattern.compile("[A-Z]+(?![a-z])|[A-Z][a-z0-9]*");

  private Tidy() {}

  /** Simple names of types that several of these files declare, with the files. */
  static Map<String, List<String>> reusedNames(Collection<String> files) {
    var byName =
        new TreeMap<String, List<String>>(
            files.stream().collect(Collectors.groupingBy(Tidy::typeName)));
    byName.remove("package-info");
    byName.values().removeIf(all -> all.size() == 1);
    return byName;
  }

  /** Types whose name is one word. */
  static List<String> oneWordNames(Collection<String> files) {
    return files.stream()
        .map(Tidy::typeName)
        .filter(name -> WORD.matcher(name).results().count() == 1)
        .sorted()
        .toList();
  }

  private static String typeName(String file) {
    return file.substring(file.lastIndexOf('/') + 1).replace(".java", "");
  }

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

  /**
   * The length of each method, as {@code file#method}; the longest one where names are equal. Of a
   * method that is one switch over patterns, it is that of the longest arm. One compiler reads all
   * sources: to set one up takes longer than to parse a file.
   */
  static Map<String, Integer> methods(Map<String, String> sources) {
    var lengths = new TreeMap<String, Integer>();
    scan(
        sources,
        (unit, positions) ->
            new TreeScanner<>() {
              @Override
              public Void visitMethod(MethodTree method, Void unused) {
                List<? extends CaseTree> arms = arms(method);
                for (Tree part : arms.isEmpty() ? List.of(method) : arms) {
                  LineMap lines = unit.getLineMap();
                  long first = lines.getLineNumber(positions.getStartPosition(unit, part));
                  long last = lines.getLineNumber(positions.getEndPosition(unit, part));
                  String name = name(unit) + "#" + method.getName();
                  lengths.merge(name, (int) (last - first + 1), Math::max);
                }
                return super.visitMethod(method, null);
              }
            });
    return lengths;
  }

  /**
   * The arms of the switch over patterns that is all of the method: such a switch may be as long as
   * its type has kinds.
   */
  private static List<? extends CaseTree> arms(MethodTree method) {
    List<? extends StatementTree> body =
        method.getBody() == null ? List.of() : method.getBody().getStatements();
    List<? extends CaseTree> arms =
        switch (body.size() == 1 ? body.get(0) : null) {
          case SwitchTree one -> one.getCases();
          case ReturnTree one when one.getExpression() instanceof SwitchExpressionTree asks ->
              asks.getCases();
          case null, default -> List.of();
        };
    return arms.stream()
            .flatMap(arm -> arm.getLabels().stream())
            .anyMatch(PatternCaseLabelTree.class::isInstance)
        ? arms
        : List.of();
  }

  /** Lines that are neither blank nor a comment, an import or the package. */
  static long linesOfCode(String source) {
    return source
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !NO_CODE.matcher(line).lookingAt())
        .count();
  }

  /**
   * Files with few lines of code whose type only one other file uses, of the same package. A type
   * with a twin is none of them: in a room of the same name, and of the same name but for the
   * domain's at its beginning.
   *
   * @param sources by path
   * @return the user, by the path of the type
   */
  static Map<String, String> withOneUser(Map<String, String> sources, int linesMin) {
    Map<String, Set<String>> names = names(sources);
    Map<String, Long> twins =
        sources.keySet().stream()
            .collect(Collectors.groupingBy(Tidy::inItsRoom, Collectors.counting()));
    var found = new TreeMap<String, String>();
    sources.forEach(
        (file, source) -> {
          if (linesOfCode(source) < linesMin && twins.get(inItsRoom(file)) == 1) {
            var users = names.keySet().stream().filter(user -> uses(user, file, names)).toList();
            if (users.size() == 1 && folder(users.get(0)).equals(folder(file))) {
              found.put(file, users.get(0));
            }
          }
        });
    return found;
  }

  private static boolean uses(String user, String file, Map<String, Set<String>> names) {
    String type = file.substring(0, file.length() - ".java".length()).replace('/', '.');
    String simple = type.substring(type.lastIndexOf('.') + 1);
    boolean near = folder(user).equals(folder(file)) && names.get(user).contains(simple);
    return !user.equals(file) && (near || names.get(user).contains(type));
  }

  private static String folder(String file) {
    return file.substring(0, file.lastIndexOf('/'));
  }

  private static String inItsRoom(String file) {
    String folder = folder(file);
    String name = file.substring(folder.length() + 1);
    for (Path above : Path.of(folder)) {
      String domain = above.toString();
      domain = domain.substring(0, 1).toUpperCase(Locale.ROOT) + domain.substring(1);
      name = name.startsWith(domain) ? name.substring(domain.length()) : name;
    }
    return folder.substring(folder.lastIndexOf('/') + 1) + "/" + name;
  }

  /** The names that code has, single ones and those with points, by its file. */
  private static Map<String, Set<String>> names(Map<String, String> sources) {
    var all = new TreeMap<String, Set<String>>();
    scan(
        sources,
        (unit, _) -> {
          Set<String> names = all.computeIfAbsent(name(unit), _ -> new TreeSet<>());
          return new TreeScanner<>() {
            @Override
            public Void visitIdentifier(IdentifierTree name, Void unused) {
              names.add(name.getName().toString());
              return super.visitIdentifier(name, null);
            }

            @Override
            public Void visitMemberSelect(MemberSelectTree name, Void unused) {
              names.add(name.toString());
              return super.visitMemberSelect(name, null);
            }
          };
        });
    return all;
  }

  private static String name(CompilationUnitTree unit) {
    return unit.getSourceFile().toUri().getPath().substring(1);
  }

  private static void scan(
      Map<String, String> sources,
      BiFunction<CompilationUnitTree, SourcePositions, TreeScanner<Void, Void>> scanner) {
    var files = sources.keySet().stream().map(name -> file(name, sources.get(name))).toList();
    var task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler().getTask(null, null, null, null, null, files);
    SourcePositions positions = Trees.instance(task).getSourcePositions();
    try {
      for (CompilationUnitTree unit : task.parse()) {
        scanner.apply(unit, positions).scan(unit, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JavaFileObject file(String name, String source) {
    return new SimpleJavaFileObject(URI.create("string:///" + name), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return source;
      }
    };
  }
}
