import { LIMITS } from "@skucast/contracts/limits";
import type { SftpAuth } from "@skucast/sftp/sftp-target";
import type { ImporterContext } from "../context.js";
import { FetchFailure } from "./fetch-failure.js";
import { fetchSftp } from "./fetch-sftp.js";
import { fetchUrl } from "./fetch-url.js";
import type { LoadedSource } from "./load-source.js";
import type { Fetched } from "./source-file.js";

/** Asks a source's host for its file, within the time that a fetch may take. `isForced` wants it also when it is the one of before. */
export async function fetchSource(
  { settings, guard, clock }: ImporterContext,
  { location, auth, seen: known }: LoadedSource,
  { isForced, signal: given }: { readonly isForced: boolean; readonly signal: AbortSignal },
): Promise<Fetched> {
  const late = AbortSignal.timeout(settings.fetchTimeoutMs);
  const signal = AbortSignal.any([given, late]);
  const asked = { seen: isForced ? null : known, folder: settings.uploadsDir, signal };
  const { fetchStallMs: stallMs, sourceCa: ca } = settings;
  try {
    if (location.type === "url") {
      return await fetchUrl({ guard, stallMs, ca }, { url: location.url, login: headerOf(auth), ...asked });
    }
    const { host, port, username, host_keys: hostKeys, path } = location;
    const target = { host, port, username, hostKeys, auth: sftpAuthOf(auth), isLegacyAllowed: false };
    return await fetchSftp({ guard, stallMs }, { target, path, now: clock.now(), ...asked });
  } catch (error) {
    if (late.aborted && !given.aborted) throw tooSlow(settings.fetchTimeoutMs);
    throw error;
  }
}

const tooSlow = (timeoutMs: number): FetchFailure =>
  new FetchFailure(
    `The file was not there after ${Math.round(Math.min(timeoutMs, LIMITS.sourceTimeoutMs) / 1_000)} s.`,
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
