/** Converts the chunks' records on topics. */
package dev.rota.chunks.wire;
