package dev.rota.kernel.table;

/** A key and its value. The arrays are shared: do not modify them. */
public record Row(byte[] key, byte[] value) {}
