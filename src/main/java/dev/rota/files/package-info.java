/** Files that survive a crash whole. */
package dev.rota.files;
