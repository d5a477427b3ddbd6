import { lookup, Resolver } from "node:dns/promises";
import { mayBecomePublic } from "./host-name.js";
import { addressesInHostsFile } from "./hosts-file.js";

/** Turns a name into all of its addresses; rejects with `code`, as `dns.lookup` does, when there are none. */
export type ResolveName = (name: string) => Promise<readonly { readonly address: string }[]>;

const TRY_MS = 2_000;
const TRIES = 2;
const RESOLVE_MS = 5_000;

/** What name servers say of a name that is not there, or has no address of the family. */
const UNKNOWN_CODES = new Set(["ENOTFOUND", "ENODATA"]);

export interface NameSources {
  /** Name servers as `host:port`; those of the system where none are given. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
}

/**
 * The hosts file, then the name servers. A name that anyone may register is never asked of the operating system: it looks
 * names up in a few threads of the process, in which some whose servers do not answer keep all others waiting. Names of
 * the operator's own network are, for they may be known to it alone: by a search list, or multicast.
 */
export function createNameResolver({ servers, hostsFile }: NameSources = {}): ResolveName {
  return async (name) => {
    if (!mayBecomePublic(name)) return inTime(name, lookup(name, { all: true }));
    const own = addressesInHostsFile(name, hostsFile);
    return own.length > 0 ? own : askServers(name, servers);
  };
}

/** A resolver for each question: it asks the servers that the system has by now. */
async function askServers(
  name: string,
  servers: readonly string[] | undefined,
): Promise<readonly { readonly address: string }[]> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  try {
    const answers = await inTime(name, Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]));
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length > 0) return found.map((address) => ({ address }));
    const isUnknown = answers.every((answer) => answer.status === "rejected" && UNKNOWN_CODES.has(answer.reason.code));
    throw isUnknown ? fault("ENOTFOUND", `${name} is not known`) : unsure(name);
  } finally {
    resolver.cancel();
  }
}

/** Fails as name servers do that do not answer, when it takes too long. */
async function inTime<T>(name: string, found: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unsure(name)), RESOLVE_MS);
  });
  try {
    return await Promise.race([found, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

const unsure = (name: string) => fault("EAI_AGAIN", `${name} could not be resolved just now`);
const fault = (code: string, message: string) => Object.assign(new Error(message), { code });
