import { lookup, Resolver } from "node:dns/promises";
import { mayBecomePublic } from "./host-name.js";
import { addressesInHostsFile } from "./hosts-file.js";

/** Resolves a name to all of its addresses. When there are none, rejects with an error that has a `code`, like `dns.lookup`. */
export type ResolveName = (name: string) => Promise<readonly { readonly address: string }[]>;

const TRY_MS = 2_000;
const TRIES = 2;
const RESOLVE_MS = 5_000;

/** Answers of name servers for a name that does not exist or has no address of the family. */
const UNKNOWN_CODES = new Set(["ENOTFOUND", "ENODATA"]);

export interface NameSources {
  /** Name servers as `host:port`. Default: those of the system. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
}

/**
 * Resolves names with the hosts file, then with the name servers. Public names are never resolved by the operating system,
 * because it uses a few threads of the process, and names whose servers do not answer would block all others. Names of the
 * operator's network are left to it, because they may depend on its search list or on multicast.
 */
export function createNameResolver({ servers, hostsFile }: NameSources = {}): ResolveName {
  return async (name) => {
    if (!mayBecomePublic(name)) return withinResolveTime(name, lookup(name, { all: true }));
    const own = addressesInHostsFile(name, hostsFile);
    return own.length > 0 ? own : askServers(name, servers);
  };
}

/** Creates a new resolver each time, because the system's name servers may change. */
async function askServers(
  name: string,
  servers: readonly string[] | undefined,
): Promise<readonly { readonly address: string }[]> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  try {
    const answers = await withinResolveTime(
      name,
      Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]),
    );
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length > 0) return found.map((address) => ({ address }));
    const isUnknown = answers.every((answer) => answer.status === "rejected" && UNKNOWN_CODES.has(answer.reason.code));
    throw isUnknown ? dnsError("ENOTFOUND", `${name} is not known`) : temporaryError(name);
  } finally {
    resolver.cancel();
  }
}

/** Fails like an unresponsive name server when the time limit is reached. */
async function withinResolveTime<T>(name: string, found: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(temporaryError(name)), RESOLVE_MS);
  });
  try {
    return await Promise.race([found, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

const temporaryError = (name: string) => dnsError("EAI_AGAIN", `${name} could not be resolved`);
const dnsError = (code: string, message: string) => Object.assign(new Error(message), { code });
