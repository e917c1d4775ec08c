/** The program. */
package dev.rota;
