/** The cores' records on topics. In the domain, only wire and whatif use the generated classes. */
package dev.rota.cores.wire;
