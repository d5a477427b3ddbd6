import { isIP } from "node:net";
import { SftpFailure } from "@skucast/sftp/sftp-failure";
import type { TargetGuard } from "@skucast/targets/target-guard";
import { TargetRefused } from "@skucast/targets/target-refused";
import { Client, type FTPContext, FTPError, type FTPResponse } from "basic-ftp";
import { connectForPassiveTransfer, parseEpsvResponse, parsePasvResponse } from "basic-ftp/dist/transfer.js";
import type { ConnectionOptions, Partner } from "../partner.js";
import { ftpsFailure } from "./ftps-failure.js";
import { REPLY_WAIT_MS } from "./transfer-reply.js";

export interface FtpsLogin {
  readonly password: string;
  /** PEM; undefined for public authorities. */
  readonly ca: string | undefined;
}

/**
 * Connects, upgrades to TLS and logs in. Nothing is sent without TLS, and data connections go to the address of the control
 * connection, whatever the host names. Throws SftpFailure.
 */
export async function connectFtps(
  { host, port, username }: Partner,
  { password, ca }: FtpsLogin,
  { guard, signal, stallTimeoutMs }: ConnectionOptions,
): Promise<Client> {
  const secrets = [password];
  const client = await connectControl({ host, port }, { guard, signal, stallTimeoutMs });
  try {
    const isName = isIP(host) === 0;
    const tls = { host, ...(isName && { servername: host }), ...(ca !== undefined && { ca }), minVersion: "TLSv1.2" };
    await client.useTLS(tls as Parameters<Client["useTLS"]>[0]).catch(failing("starting TLS", secrets));
    await client.login(username, password).catch(failing("logging in", secrets));
    await client.useDefaultSettings().catch(failing("choosing binary mode", secrets));
    // The library ignores a refusal, after which file contents would be sent without TLS or not at all.
    await client.send("PROT P").catch(failing("protecting data connections", secrets));
    return client;
  } catch (error) {
    client.close();
    signal.throwIfAborted();
    throw error;
  }
}

const failing =
  (what: string, secrets: readonly string[]) =>
  (error: unknown): never => {
    throw ftpsFailure(error, what, secrets);
  };

async function connectControl(
  { host, port }: { readonly host: string; readonly port: number },
  { guard, signal, stallTimeoutMs }: ConnectionOptions,
): Promise<Client> {
  const addresses = await guard.checkHost(host, port, "ftps:").catch((error: unknown) => {
    throw error instanceof TargetRefused
      ? new SftpFailure("refused_target", error.message)
      : new SftpFailure("unreachable", "its name cannot be looked up", { cause: error });
  });
  let failure = new SftpFailure("unreachable", "its name has no address");
  for (const { address } of addresses) {
    const client = new Client(stallTimeoutMs);
    signal.throwIfAborted();
    signal.addEventListener("abort", () => client.close(), { once: true });
    client.prepareTransfer = (context) => openDataConnection(context, guard);
    try {
      await client.connect(address, port);
      return client;
    } catch (error) {
      client.close();
      signal.throwIfAborted();
      failure = error instanceof FTPError ? ftpsFailure(error, "connecting", []) : unreachable(address, port, error);
    }
  }
  throw failure;
}

const unreachable = (address: string, port: number, cause: unknown) =>
  new SftpFailure("unreachable", `${address} port ${port}`, { cause });

/**
 * Opens a data connection in passive mode. A host behind NAT may name a private address, and a hostile one any address
 * (RFC 2577), so only the port is used, after the guard has checked it.
 */
async function openDataConnection(context: FTPContext, guard: TargetGuard): Promise<FTPResponse> {
  const address = context.socket.remoteAddress?.replace(/^::ffff:/i, "");
  if (address === undefined) throw new Error("the control connection is closed");
  const { response, port } = await askForPort(context, isIP(address) === 6);
  await guard.checkHost(address, port, "ftps:");
  await connectForPassiveTransfer(address, port, context);
  waitForReply(context);
  noteHandshake(context);
  return response;
}

const handshakes = new WeakMap<FTPContext, Promise<void>>();

function noteHandshake(context: FTPContext): void {
  const socket = context.dataSocket;
  if (!socket) return;
  // A connection that fails is reported by the transfer.
  const ended = new Promise<void>((resolve) => {
    for (const event of ["secureConnect", "error", "close"]) socket.once(event, () => resolve());
  });
  handshakes.set(context, ended);
}

/**
 * Resolves when the TLS handshake of the data connection has ended. The library begins a transfer earlier if it resumes a
 * session, and an empty file would then end the connection in the middle of the handshake.
 */
export const dataHandshake = ({ ftp }: Client): Promise<void> => handshakes.get(ftp) ?? Promise.resolve();

/**
 * A host that refuses a transfer resets the data connection, often before its reply arrives. The reply says why, so a
 * failure of the data connection counts only if none follows. Without this the library closes the control connection,
 * once for `error` and once for `close`.
 */
function waitForReply(context: FTPContext): void {
  const socket = context.dataSocket;
  if (!socket) return;
  for (const event of ["error", "close"]) {
    const handlers = socket.listeners(event);
    socket.removeAllListeners(event);
    socket.on(event, (outcome: unknown) => {
      setTimeout(() => {
        if (context.dataSocket === socket) for (const handler of handlers) handler.call(socket, outcome);
      }, REPLY_WAIT_MS).unref();
    });
  }
}

async function askForPort(
  context: FTPContext,
  isIpv6: boolean,
): Promise<{ readonly response: FTPResponse; readonly port: number }> {
  try {
    const response = await context.request("EPSV");
    return { response, port: parseEpsvResponse(response.message) };
  } catch (error) {
    if (!(error instanceof FTPError) || isIpv6) throw error;
    const response = await context.request("PASV");
    return { response, port: parsePasvResponse(response.message).port };
  }
}
