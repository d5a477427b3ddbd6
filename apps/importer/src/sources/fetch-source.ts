import { LIMITS } from "@skucast/contracts/limits";
import type { SftpAuth } from "@skucast/sftp/sftp-target";
import type { ImporterContext } from "../context.js";
import { FetchFailure } from "./fetch-failure.js";
import { fetchSftp } from "./fetch-sftp.js";
import { fetchUrl } from "./fetch-url.js";
import type { LoadedSource } from "./load-source.js";
import type { Fetched } from "./source-file.js";
import { watchPace } from "./watch-pace.js";

/** Fetches a source's file within the limits on the time and the pace of a fetch. `isForced` fetches it even if it has not changed. */
export async function fetchSource(
  { settings, guard, clock }: ImporterContext,
  { location, auth, seen }: LoadedSource,
  { isForced, signal: leaseSignal }: { readonly isForced: boolean; readonly signal: AbortSignal },
): Promise<Fetched> {
  const timeout = AbortSignal.timeout(settings.fetchTimeoutMs);
  const pace = watchPace(settings.fetchPace);
  const signal = AbortSignal.any([leaseSignal, timeout, pace.signal]);
  const { uploadsDir: folder, fileBytesMax: bytesMax } = settings;
  const request = { seen: isForced ? null : seen, folder, bytesMax, signal, pace };
  const { fetchStallMs: stallMs, sourceCa: ca } = settings;
  try {
    if (location.type === "url") {
      return await fetchUrl({ guard, stallMs, ca }, { url: location.url, login: headerOf(auth), ...request });
    }
    const { host, port, username, host_keys: hostKeys, path } = location;
    const target = { host, port, username, hostKeys, auth: sftpAuthOf(auth), isLegacyAllowed: false };
    return await fetchSftp({ guard, stallMs }, { target, path, now: clock.now(), ...request });
  } catch (error) {
    if (pace.signal.aborted && !leaseSignal.aborted) throw pace.failure();
    if (timeout.aborted && !leaseSignal.aborted) throw tooSlow(settings.fetchTimeoutMs);
    throw error;
  } finally {
    pace.stop();
  }
}

const tooSlow = (timeoutMs: number): FetchFailure =>
  new FetchFailure(
    `The file was not fetched within ${Math.round(Math.min(timeoutMs, LIMITS.sourceTimeoutMs) / 1_000)} s.`,
  );

type Login = LoadedSource["auth"];

/** The header of a login (RFC 7617, RFC 6750). */
function headerOf({ type, name, secret }: Login): Record<string, string> {
  if (type === "basic") return { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}` };
  if (type === "bearer") return { authorization: `Bearer ${secret}` };
  return type === "header" ? { [name]: secret } : {};
}

const sftpAuthOf = ({ type, secret }: Login): SftpAuth =>
  type === "public_key" ? { type, private_key: secret } : { type: "password", password: secret };
