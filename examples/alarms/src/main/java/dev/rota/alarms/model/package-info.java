/** A site and its alarms. */
package dev.rota.alarms.model;
