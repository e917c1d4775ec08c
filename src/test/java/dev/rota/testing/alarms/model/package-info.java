/** A site and its alarms. */
package dev.rota.testing.alarms.model;
