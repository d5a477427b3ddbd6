import { type Client, FTPError } from "basic-ftp";

/** Longest wait for a reply after the data connection has failed, in milliseconds. */
export const REPLY_WAIT_MS = 5_000;

const REFUSAL = /^([45]\d\d) .*$/m;

/**
 * Runs a transfer. If its data connection fails, throws the reply that the host sends instead of the failure: a host whose
 * disk is full resets the data connection, and its reply says why (RFC 959, section 4.2).
 */
export async function withTransferReply<T>(client: Client, transfer: () => Promise<T>): Promise<T> {
  const { socket } = client.ftp;
  const reply = Promise.withResolvers<FTPError | undefined>();
  const onData = (chunk: Buffer | string) => {
    const refusal = REFUSAL.exec(String(chunk));
    if (refusal) reply.resolve(new FTPError({ code: Number(refusal[1]), message: refusal[0].trim() }));
  };
  const onEnd = () => reply.resolve(undefined);
  socket.on("data", onData).once("close", onEnd);
  try {
    return await transfer();
  } catch (error) {
    if (error instanceof FTPError || client.closed) throw error;
    const timer = setTimeout(onEnd, REPLY_WAIT_MS);
    const refusal = await reply.promise.finally(() => clearTimeout(timer));
    throw refusal ?? error;
  } finally {
    socket.off("data", onData).off("close", onEnd);
  }
}
