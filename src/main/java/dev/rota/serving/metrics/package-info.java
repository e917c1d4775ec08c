/** What Prometheus scrapes: what followers know of lanes, and what an engine says of itself. */
package dev.rota.serving.metrics;
