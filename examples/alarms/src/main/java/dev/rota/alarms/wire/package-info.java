/** Alarms on the wire; the only place that sees their generated classes. */
package dev.rota.alarms.wire;
