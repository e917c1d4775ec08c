/** What can be asked of a site. */
package dev.rota.testing.alarms.queries;
