/** Files that survive a crash whole. */
package dev.rota.base.files;
