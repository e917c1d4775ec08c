/** What can be asked of a site. */
package dev.rota.alarms.queries;
