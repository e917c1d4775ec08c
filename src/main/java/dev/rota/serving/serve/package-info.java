/** Serves what followers know by HTTP: answers about lanes, their turns as they come, the page. */
package dev.rota.serving.serve;
