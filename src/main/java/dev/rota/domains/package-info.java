/** The list of the domains, the only place that names them. */
package dev.rota.domains;
