/**
 * SQD's network from outside: lists of chunks, line by line, and generated networks of any size.
 *
 * <p>It knows the names of topics and fields but no class of the domain.
 */
package dev.rota.lab.sqd;
