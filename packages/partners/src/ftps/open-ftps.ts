import { PassThrough } from "node:stream";
import { pathIn } from "@skucast/sftp/remote-files";
import { isFailure, isRefusal } from "@skucast/sftp/sftp-failure";
import { z } from "zod";
import { renames } from "../over-session.js";
import type { OpenSession } from "../partner-session.js";
import { connectFtps } from "./connect-ftps.js";
import { ftpsFailure } from "./ftps-failure.js";
import type { Ask } from "./ftps-folder.js";
import { putDirectly, putRenamed } from "./put-file.js";

const optionsSchema = z.object({ ca_certificate: z.string().nullish() });
const loginSchema = z.object({ type: z.literal("password"), password: z.string() });

/** An FTP server with explicit TLS (RFC 4217). Files get their final names by a rename, if the strategy says so. */
export const openFtps: OpenSession = async (partner, options) => {
  const { password } = loginSchema.parse(JSON.parse(partner.login));
  const ca = optionsSchema.parse(partner.options).ca_certificate ?? undefined;
  const client = await connectFtps(partner, { password, ca }, options);
  const secrets = [password];
  const pathOf = (name: string) => pathIn(partner.folder, name);
  const ask: Ask = (what, work) =>
    work(client).catch((error: unknown) => {
      options.signal.throwIfAborted();
      throw ftpsFailure(error, what, secrets);
    });
  const sizeOf = (name: string): Promise<number | null | undefined> =>
    ask(`reading the size of ${name}`, (ftp) => ftp.size(pathOf(name))).catch((error: unknown) => {
      if (isFailure(error, "not_found")) return undefined;
      if (isRefusal(error)) return null;
      throw error;
    });
  const remove = async (name: string): Promise<void> => {
    await ask(`removing ${name}`, (ftp) => ftp.remove(pathOf(name))).catch((error: unknown) => {
      if (!isFailure(error, "not_found")) throw error;
    });
  };
  const folder = { ask, pathOf, sizeOf, remove, path: partner.folder };
  return {
    // Ending a transfer early would leave the control connection out of step.
    canReadRanges: false,
    put: (file, put) => (renames(partner.strategy) ? putRenamed : putDirectly)(folder, file, put),
    sizeOf,
    async read(name) {
      const pieces = new PassThrough();
      const downloading = ask(`reading ${name} back`, (ftp) => ftp.downloadTo(pieces, pathOf(name)));
      // The iteration reports the failure, after what was read before.
      downloading.catch((error: Error) => pieces.destroy(error));
      return untilAnswered(pieces, downloading);
    },
    remove,
    close: () => client.close(),
  };
};

/** Ends when the host has also confirmed the transfer: no other command may be sent before. */
async function* untilAnswered(pieces: PassThrough, downloading: Promise<unknown>): AsyncGenerator<Buffer> {
  yield* pieces as AsyncIterable<Buffer>;
  await downloading;
}
