import { connect, type Socket } from "node:net";
import type { TargetGuard } from "@skucast/targets/target-guard";
import { TargetRefused } from "@skucast/targets/target-refused";
import { SftpFailure } from "./sftp-failure.js";

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens a TCP connection to the host at an address that the guard has checked. The name is resolved only once, so that it
 * cannot change between the check and the connection. Addresses are tried one after the other.
 */
export async function connectSocket(
  guard: TargetGuard,
  { host, port, signal }: { host: string; port: number; signal: AbortSignal },
): Promise<Socket> {
  const addresses = await guard.checkHost(host, port).catch((error: unknown) => {
    throw error instanceof TargetRefused
      ? new SftpFailure("refused_target", error.message)
      : new SftpFailure("unreachable", "its name cannot be looked up", { cause: error });
  });
  let failure = new SftpFailure("unreachable", "its name has no address");
  for (const { address } of addresses) {
    try {
      return await connectTo(address, port, signal);
    } catch (error) {
      signal.throwIfAborted();
      failure = new SftpFailure("unreachable", `${address} port ${port}`, { cause: error });
    }
  }
  throw failure;
}

function connectTo(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true });
    const settle = (error?: unknown) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      socket.off("connect", connected);
      socket.off("error", settle);
      if (error === undefined) {
        resolve(socket);
        return;
      }
      socket.on("error", () => {});
      socket.destroy();
      reject(error);
    };
    const connected = () => settle();
    const abort = () => settle(signal.reason);
    const timer = setTimeout(() => settle(new Error("no connection in time")), CONNECT_TIMEOUT_MS);
    signal.addEventListener("abort", abort, { once: true });
    socket.once("connect", connected);
    socket.once("error", settle);
  });
}
