/** Sites that are made up. */
package dev.rota.lab.traffic.alarms;
