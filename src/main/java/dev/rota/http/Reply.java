package dev.rota.http;

/**
 * An answer.
 *
 * @param type its body's media type
 */
public record Reply(int status, String type, byte[] body) {}
