package dev.rota.kernel.domain;

/** What a number may be, both ends included. */
public record FieldRange(long least, long most) {}
