import { S3Client } from "@aws-sdk/client-s3";
import { guardedAgents } from "@skucast/targets/guarded-agent";
import type { ConnectionOptions } from "../partner.js";
import { BoundedHandler } from "./bounded-handler.js";
import type { S3Login, S3Options } from "./s3-options.js";

const CONNECT_TIMEOUT_MS = 10_000;
const ATTEMPTS_MAX = 3;

/** A client that connects only to addresses that the target guard allows. */
export function createS3Client(
  { endpoint, region, path_style, ca_certificate }: S3Options,
  { access_key_id: accessKeyId, secret_access_key: secretAccessKey }: S3Login,
  { guard, stallTimeoutMs }: ConnectionOptions,
): { readonly client: S3Client; readonly close: () => void } {
  const agents = guardedAgents(guard, { ca: ca_certificate ?? undefined });
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: path_style,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS_MAX,
    // Many compatible stores do not support the newer checksums. Content-MD5 and the files' SHA-256 are compared instead.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: new BoundedHandler({
      ...agents,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: stallTimeoutMs,
    }),
  });
  return {
    client,
    close() {
      client.destroy();
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
    },
  };
}
