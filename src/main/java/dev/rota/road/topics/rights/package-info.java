/**
 * Which rights each role needs on a secured cluster, and which of them a client does not have. All
 * lists of rights are in {@link dev.rota.road.topics.rights.RightsTable}.
 */
package dev.rota.road.topics.rights;
