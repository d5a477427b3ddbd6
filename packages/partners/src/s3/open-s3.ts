import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type S3Client,
} from "@aws-sdk/client-s3";
import { isFailure } from "@skucast/sftp/sftp-failure";
import { failureOfPut } from "../failed-put.js";
import type { OpenSession, PartnerSession } from "../partner-session.js";
import type { Ask } from "./ask.js";
import { createS3Client } from "./create-s3-client.js";
import { putObject } from "./put-object.js";
import { s3Failure } from "./s3-failure.js";
import { loginSchema, optionsSchema } from "./s3-options.js";

/** A bucket of an S3-compatible store. An object is replaced in one step, and exists once its upload is complete. */
export const openS3: OpenSession = async (partner, { isLoginChecked, ...options }) => {
  const bucket = optionsSchema.parse(partner.options);
  const login = loginSchema.parse(JSON.parse(partner.login));
  const { client, close } = createS3Client(bucket, login, options);
  const secrets = [login.secret_access_key];
  const keyOf = (name: string) => (bucket.prefix === "" ? name : `${bucket.prefix.replace(/\/+$/, "")}/${name}`);
  const place = (name: string) => ({ Bucket: bucket.bucket, Key: keyOf(name) });
  const ask = <T>(what: string, work: (sender: S3Client, signal: AbortSignal) => Promise<T>): Promise<T> =>
    work(client, options.signal).catch((error: unknown) => {
      options.signal.throwIfAborted();
      throw s3Failure(error, what, secrets);
    });
  try {
    if (isLoginChecked) await checkLogin(ask, bucket.bucket, keyOf(""));
  } catch (error) {
    close();
    throw error;
  }
  const session: PartnerSession = {
    canReadRanges: true,
    async put(file, { onBytes, check }) {
      await putObject({ ask, place: place(file.name), file, onBytes });
      return check(file.name).catch(async (error: unknown) => {
        throw await failureOfPut(session, { name: file.name, error, isStarted: false });
      });
    },
    sizeOf: (name) =>
      ask(`reading the size of ${name}`, (sender, abortSignal) =>
        sender.send(new HeadObjectCommand(place(name)), { abortSignal }),
      ).then(({ ContentLength }) => ContentLength ?? null, unlessMissing),
    async read(name, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const what = `reading ${name} back`;
      const answer = await ask(what, (sender, abortSignal) =>
        sender.send(new GetObjectCommand({ ...place(name), ...(Range && { Range }) }), { abortSignal }),
      ).catch(unlessMissing);
      const body = answer?.Body;
      return body instanceof Readable ? piecesOf(body, (error) => s3Failure(error, what, secrets)) : undefined;
    },
    async remove(name) {
      await ask(`removing ${name}`, (sender, abortSignal) =>
        sender.send(new DeleteObjectCommand(place(name)), { abortSignal }),
      ).catch(unlessMissing);
    },
    close,
  };
  return session;
};

/** Lists one object. A key that may only write is refused the list, which says that its login is right. */
async function checkLogin(ask: Ask, Bucket: string, Prefix: string): Promise<void> {
  try {
    await ask("listing the bucket", (client, abortSignal) =>
      client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }), { abortSignal }),
    );
  } catch (error) {
    if (!isFailure(error, "permission_denied")) throw error;
  }
}

function unlessMissing(error: unknown): undefined {
  if (isFailure(error, "not_found") && !/bucket/i.test(error.serverMessage ?? "")) return undefined;
  throw error;
}

async function* piecesOf(body: Readable, failure: (error: unknown) => Error): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    throw failure(error);
  }
}
