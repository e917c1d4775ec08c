package dev.rota.table;

/** A key and its value. The arrays are shared: do not write into them. */
public record Row(byte[] key, byte[] value) {}
