/** {@code rota config}: prints every setting and its origin. */
package dev.rota.app.config;
