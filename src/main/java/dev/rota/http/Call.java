package dev.rota.http;

import java.util.Map;

/**
 * A request.
 *
 * @param places what stands in the path's {@code {places}}, decoded
 * @param query decoded; of a name given twice the first
 * @param type its body's media type, or null
 */
public record Call(
    String method,
    Map<String, String> places,
    Map<String, String> query,
    String type,
    byte[] body) {}
