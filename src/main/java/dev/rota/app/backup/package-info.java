/** Backup and restore of a domain. */
package dev.rota.app.backup;
