package dev.rota.http;

import java.util.Map;

/**
 * A request.
 *
 * @param places decoded values of the path's {@code {places}}
 * @param query decoded values; if a name repeats, the first one counts
 * @param type media type of the body, or null
 */
public record Call(
    String method,
    Map<String, String> places,
    Map<String, String> query,
    String type,
    byte[] body) {}
