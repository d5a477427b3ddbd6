import { startFauxqs } from "fauxqs";

/** An S3-compatible in-memory object store on loopback, for one test. */
export interface ObjectStore {
  readonly endpoint: string;
  readonly bucket: string;
  /** Stops the store and deletes its content. */
  stop(): Promise<void>;
}

export async function startObjectStore(): Promise<ObjectStore> {
  const bucket = "files";
  const server = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false, init: { buckets: [bucket] } });
  return { endpoint: `http://127.0.0.1:${server.port}`, bucket, stop: () => server.stop() };
}
