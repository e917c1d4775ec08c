package dev.rota.chunks;

/**
 * What falls due in a network. Of one instant it does so in the order of these names, which is that
 * of the alphabet: first all that changes who and what is there, then the generation, which has it.
 */
final class Due {
  /** Rule 2: a worker was silent for so long that it is part of the network no longer. */
  static final String FORGET = "forget";

  /** Rule 1: a listing of many records expires; a complete one need not be remembered any more. */
  static final String LISTING = "listing";

  /** Rule 2: a worker was silent for too long, and is offline. */
  static final String OFFLINE = "offline";

  /** Rule 7: the next generation is made. */
  static final String PLACE = "place";

  private Due() {}
}
