package dev.rota.base.lines;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A query, which changes nothing.
 *
 * <pre>{"query":"next_up_on_available","key":"polkadot","args":{"core":3}}</pre>
 *
 * @param key the lane
 * @param args empty if the line has none
 */
public record QueryLine(String name, Optional<String> key, ObjectNode args) implements InputLine {}
