/** Sites that are made up. */
package dev.rota.testing.alarms.traffic;
