/** The interfaces that a domain implements: topics, schemas, rules and queries. */
package dev.rota.kernel.domain;
