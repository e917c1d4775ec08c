/**
 * How time passes for a domain's tasks: by records of the time topic, as far as clocks agree and
 * everything that was acknowledged before is decided.
 */
package dev.rota.road.stream.time;
