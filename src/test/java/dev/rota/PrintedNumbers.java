package dev.rota;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Finds texts in a class file to which a double or a float is joined. The compiler makes a dynamic
 * call of that, whose descriptor alone tells the types.
 */
final class PrintedNumbers {
  private static final Pattern NUMBER =
      Pattern.compile("\\((?:\\[*(?:[BCIJSZ]|L[^;]+;))*?(?:[DF]|Ljava/lang/(?:Double|Float);).*");

  private final Map<Integer, String> texts = new HashMap<>();
  private final Map<Integer, int[]> named = new HashMap<>();
  private final Set<Integer> dynamic = new TreeSet<>();

  private PrintedNumbers() {}

  /** The descriptors of such texts. */
  static Set<String> in(InputStream classFile) throws IOException {
    PrintedNumbers constants = new PrintedNumbers();
    try (DataInputStream in = new DataInputStream(classFile)) {
      in.skipNBytes(8);
      int count = in.readUnsignedShort();
      for (int at = 1; at < count; at++) {
        at += constants.read(at, in);
      }
    }
    return constants.found();
  }

  /** Reads a constant. Returns 1 if it takes two places. */
  private int read(int at, DataInputStream in) throws IOException {
    int tag = in.readUnsignedByte();
    switch (tag) {
      case 1 -> texts.put(at, in.readUTF());
      case 3, 4 -> in.skipNBytes(4);
      case 5, 6 -> in.skipNBytes(8);
      case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
      case 9, 10, 11, 17 -> in.skipNBytes(4);
      case 12 -> named.put(at, new int[] {in.readUnsignedShort(), in.readUnsignedShort()});
      case 15 -> in.skipNBytes(3);
      case 18 -> {
        in.skipNBytes(2);
        dynamic.add(in.readUnsignedShort());
      }
      default -> throw new IOException("no constant of a class file is " + tag);
    }
    return tag == 5 || tag == 6 ? 1 : 0;
  }

  private Set<String> found() {
    Set<String> found = new TreeSet<>();
    for (int call : dynamic) {
      String name = texts.get(named.get(call)[0]);
      String types = texts.get(named.get(call)[1]);
      if (name.startsWith("makeConcat") && NUMBER.matcher(types).matches()) {
        found.add(types);
      }
    }
    return found;
  }
}
