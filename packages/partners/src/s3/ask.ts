import type { S3Client } from "@aws-sdk/client-s3";

/** Sends a request, and turns its error into SftpFailure. */
export type Ask = <T>(what: string, work: (client: S3Client, signal: AbortSignal) => Promise<T>) => Promise<T>;
