package dev.rota;

/** The command line's front door. */
public final class Rota {
  private Rota() {}

  public static void main(String[] args) {}
}
