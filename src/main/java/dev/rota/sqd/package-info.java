/**
 * The network of SQD as others see it: lists of its chunks, line by line, and made-up networks of
 * any size.
 *
 * <p>It knows the names of topics and fields and no class of the domain: events are envelopes.
 */
package dev.rota.sqd;
