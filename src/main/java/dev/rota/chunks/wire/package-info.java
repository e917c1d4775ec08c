/** The chunks' topics: generated records to the rules' own and back, and traffic for tests. */
package dev.rota.chunks.wire;
