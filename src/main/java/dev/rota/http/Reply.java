package dev.rota.http;

/**
 * A response.
 *
 * @param type media type of the body
 */
public record Reply(int status, String type, byte[] body) {}
