/** The topics of a domain: names, settings, partition counts, keys, headers and inputs. */
package dev.rota.road.topics;
