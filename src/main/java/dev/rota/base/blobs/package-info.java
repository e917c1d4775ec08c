/**
 * Blobs, named by their digests: in a folder of this machine, and in any storage that speaks the
 * Remote Execution API. Errors are gRPC's, as that API says them.
 */
package dev.rota.base.blobs;
