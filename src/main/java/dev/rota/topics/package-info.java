/** The topics of a domain: names, settings, partition counts, keys and headers. */
package dev.rota.topics;
