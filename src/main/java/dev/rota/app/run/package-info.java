/** {@code rota dev} and {@code rota run}: run the domains until stopped. */
package dev.rota.app.run;
