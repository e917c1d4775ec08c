package dev.rota;

import dev.rota.app.Main;

/** The command line's front door. */
public final class Rota {
  private Rota() {}

  public static void main(String[] args) {
    System.exit(Main.run(args));
  }
}
