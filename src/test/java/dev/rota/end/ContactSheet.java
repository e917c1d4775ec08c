package dev.rota.end;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;

/** Many small pictures in one, each with its name, for a person to look at. */
final class ContactSheet {
  static final int TILE_HEIGHT = 360;
  private static final int LABEL_HEIGHT = 18;
  private static final int GAP = 8;
  private static final int WIDTH = 3200;

  private record Tile(String name, BufferedImage picture) {}

  private final List<Tile> tiles = new ArrayList<>();

  /**
   * Adds a picture.
   *
   * @param png of {@link #TILE_HEIGHT}
   */
  void add(String name, byte[] png) throws IOException {
    tiles.add(new Tile(name, ImageIO.read(new ByteArrayInputStream(png))));
  }

  void write(Path file) throws IOException {
    List<int[]> places = new ArrayList<>();
    int x = GAP;
    int y = GAP;
    for (Tile tile : tiles) {
      if (x + tile.picture.getWidth() + GAP > WIDTH) {
        x = GAP;
        y += LABEL_HEIGHT + TILE_HEIGHT + GAP;
      }
      places.add(new int[] {x, y});
      x += tile.picture.getWidth() + GAP;
    }
    int height = y + LABEL_HEIGHT + TILE_HEIGHT + GAP;
    BufferedImage sheet = new BufferedImage(WIDTH, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = sheet.createGraphics();
    pen.setColor(Color.GRAY);
    pen.fillRect(0, 0, WIDTH, height);
    pen.setColor(Color.WHITE);
    for (int i = 0; i < tiles.size(); i++) {
      int[] at = places.get(i);
      pen.drawString(tiles.get(i).name, at[0], at[1] + LABEL_HEIGHT - 4);
      pen.drawImage(tiles.get(i).picture, at[0], at[1] + LABEL_HEIGHT, null);
    }
    pen.dispose();
    Files.createDirectories(file.getParent());
    ImageIO.write(sheet, "png", file.toFile());
  }
}
