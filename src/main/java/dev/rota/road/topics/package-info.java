/**
 * The topics of a domain: names, settings, partition counts, keys, headers and inputs. {@link
 * dev.rota.road.topics.LanesInMemory} decides such inputs without a cluster.
 */
package dev.rota.road.topics;
