/**
 * Workers for shards: clients of the domain's topics, in any process. A worker reads cycles from
 * {@code shards-assignments}, executes them and reports on {@code worker-events}.
 */
package dev.rota.app.workers;
