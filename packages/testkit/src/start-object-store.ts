import { startFauxqs } from "fauxqs";

/** An S3-compatible object store on loopback, in memory, for one test. */
export interface ObjectStore {
  readonly endpoint: string;
  readonly bucket: string;
  /** Ends the store with all that is in it. */
  stop(): Promise<void>;
}

export async function startObjectStore(): Promise<ObjectStore> {
  const bucket = "files";
  const server = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false, init: { buckets: [bucket] } });
  return { endpoint: `http://127.0.0.1:${server.port}`, bucket, stop: () => server.stop() };
}
