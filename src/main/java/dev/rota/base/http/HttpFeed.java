package dev.rota.base.http;

import java.util.function.Supplier;

/**
 * A response without an end, such as server-sent events. It holds no thread. It is asked for more
 * when the client has taken what came before, so a slow client costs no memory.
 *
 * @param type media type
 * @param more what has come since it was last asked; empty: nothing. It does not wait.
 * @param idle what keeps a silent connection open
 */
public record HttpFeed(String type, Supplier<byte[]> more, byte[] idle) implements HttpAnswer {}
