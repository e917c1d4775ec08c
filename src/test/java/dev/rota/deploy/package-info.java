/** What a platform team deploys with, held to the program and to the APIs of Kubernetes. */
package dev.rota.deploy;
