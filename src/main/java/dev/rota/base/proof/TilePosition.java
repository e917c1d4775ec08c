package dev.rota.base.proof;

/**
 * The place of a tile: 256 consecutive hashes of one level, or fewer at the tree's edge.
 *
 * @param level 0: leaf hashes; above, each hash is that of a full tile below
 * @param index within the level
 * @param width number of hashes, 1 to 256
 */
public record TilePosition(int level, long index, int width) {
  /** The hashes of a full tile. */
  public static final int FULL = 256;

  private static final int HEIGHT = 8;
  private static final int THOUSAND = 1000;

  /** The tile with this index in a log of that size; it must have one. */
  public static TilePosition of(int level, long index, long size) {
    long hashes = (size >>> (HEIGHT * level)) - index * FULL;
    return new TilePosition(level, index, (int) Math.min(FULL, hashes));
  }

  public boolean isFull() {
    return width == FULL;
  }

  /** The full tile in whose place a partial one stands. */
  public TilePosition full() {
    return new TilePosition(level, index, FULL);
  }

  /** The path of its hashes, such as {@code tile/0/x001/234.p/8}. */
  public String path() {
    return "tile/" + level + "/" + place();
  }

  /** The path of the entries of a tile of level 0. */
  public String entries() {
    return "tile/entries/" + place();
  }

  /** The path of the ledger's offsets of a tile of level 0, an addition of Rota's. */
  public String offsets() {
    return "tile/offsets/" + place();
  }

  private String place() {
    StringBuilder path = new StringBuilder(three(index % THOUSAND));
    for (long rest = index / THOUSAND; rest > 0; rest /= THOUSAND) {
      path.insert(0, "x" + three(rest % THOUSAND) + "/");
    }
    return isFull() ? path.toString() : path.append(".p/").append(width).toString();
  }

  private static String three(long number) {
    return "%03d".formatted(number);
  }
}
