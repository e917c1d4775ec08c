package dev.rota.end;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/** Many small pictures in one, each with its name, for a person to look at. */
final class ContactSheet {
  static final int TILE_HEIGHT = 360;
  private static final int LABEL_HEIGHT = 18;
  private static final int GAP = 8;

  private record Tile(String look, BufferedImage picture) {}

  /** What each view looks like, in order. */
  private final Map<String, List<Tile>> views = new LinkedHashMap<>();

  /**
   * Adds a picture. All looks of a view are in one row.
   *
   * @param png of {@link #TILE_HEIGHT}
   */
  void add(String view, String look, byte[] png) throws IOException {
    BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png));
    views.computeIfAbsent(view, _ -> new ArrayList<>()).add(new Tile(look, picture));
  }

  void write(Path file) throws IOException {
    int rowHeight = 2 * LABEL_HEIGHT + TILE_HEIGHT + GAP;
    int width = views.values().stream().mapToInt(ContactSheet::width).max().orElse(GAP);
    int height = GAP + views.size() * rowHeight;
    BufferedImage sheet = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = sheet.createGraphics();
    pen.setColor(Color.GRAY);
    pen.fillRect(0, 0, width, height);
    pen.setColor(Color.WHITE);
    int y = GAP;
    for (Map.Entry<String, List<Tile>> view : views.entrySet()) {
      pen.drawString(view.getKey(), GAP, y + LABEL_HEIGHT - 4);
      int x = GAP;
      for (Tile tile : view.getValue()) {
        pen.drawString(tile.look, x, y + 2 * LABEL_HEIGHT - 4);
        pen.drawImage(tile.picture, x, y + 2 * LABEL_HEIGHT, null);
        x += tile.picture.getWidth() + GAP;
      }
      y += rowHeight;
    }
    pen.dispose();
    Files.createDirectories(file.getParent());
    ImageIO.write(sheet, "png", file.toFile());
  }

  private static int width(List<Tile> tiles) {
    return tiles.stream().mapToInt(tile -> tile.picture.getWidth() + GAP).sum() + GAP;
  }
}
