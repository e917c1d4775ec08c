/** {@code rota run}: runs the domains until stopped. {@code rota release} ends a held start. */
package dev.rota.app.run;
