/** {@code rota topics}: creates, checks and lists the domains' topics, and prints ACLs. */
package dev.rota.app.topics;
