package dev.rota.cores.model;

import java.math.BigInteger;

/**
 * What a session's configuration says of coretime (K1, K6, K7).
 *
 * @param cores that there are at least, unsigned 32-bit
 * @param baseFee the least price of an order, 128 bits
 * @param price how the price moves
 */
public record CoretimeTerms(long cores, BigInteger baseFee, SpotTraffic.Terms price) {}
