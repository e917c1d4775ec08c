package dev.rota.client;

/**
 * What a storage worker offers to a network.
 *
 * @param network its lane
 * @param worker its peer id: a multihash in base 58, such as {@code 12D3KooW…}
 * @param capacityBytes what may be placed on it, at least 1
 * @param version of its software, such as {@code 2.8.0}; null: not said
 */
public record StorageOffer(String network, String worker, long capacityBytes, String version) {}
