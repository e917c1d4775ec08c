/** Files with keys: private ones, and the policies that name the trusted public ones. */
package dev.rota.app.trust;
