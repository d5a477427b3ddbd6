import { Readable, Transform } from "node:stream";
import { SftpFailure } from "@skucast/sftp/sftp-failure";
import { NodeHttpHandler } from "@smithy/node-http-handler";

type Handle = NodeHttpHandler["handle"];

/** More than the longest list of a store has: a page of 1,000 uploads. */
const ANSWER_BYTES_MAX = 2_000_000;

/**
 * Sends requests of the S3 client. The client keeps an answer in memory until it ends, however long it is, so an answer that
 * is too long fails with SftpFailure. The content of an object is a stream for the caller, of any length.
 */
export class BoundedHandler extends NodeHttpHandler {
  override async handle(...[request, options]: Parameters<Handle>): ReturnType<Handle> {
    const handled = await super.handle(request, options);
    const { response } = handled;
    const isContent = request.query["x-id"] === "GetObject" && response.statusCode < 300;
    if (!isContent && response.body instanceof Readable) response.body = bounded(response.body);
    return handled;
  }
}

function bounded(body: Readable): Readable {
  let bytes = 0;
  const limit = new Transform({
    transform(block: Buffer, _encoding, done) {
      bytes += block.length;
      if (bytes > ANSWER_BYTES_MAX) done(new SftpFailure("protocol", "the store's answer does not end"));
      else done(null, block);
    },
  });
  body.once("error", (error) => limit.destroy(error));
  body.once("aborted", () => limit.destroy(new Error("the answer was cut off")));
  limit.once("close", () => body.destroy());
  return body.pipe(limit);
}
