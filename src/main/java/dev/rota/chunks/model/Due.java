package dev.rota.chunks.model;

/**
 * What falls due in a network. Of one instant it does so in the order of these names, which is that
 * of the alphabet: first all that changes who and what is there, then the generation, which has it.
 */
public final class Due {
  /** Rule 2: a worker was silent for so long that it is part of the network no longer. */
  public static final String FORGET = "forget";

  /** Rule 1: a listing of many records expires; a complete one need not be remembered any more. */
  public static final String LISTING = "listing";

  /** Rule 2: a worker was silent for too long, and is offline. */
  public static final String OFFLINE = "offline";

  /** Rule 7: the next generation is made. */
  public static final String PLACE = "place";

  private Due() {}
}
