import { readFileSync } from "node:fs";
import { isIP } from "node:net";

const HOSTS_FILE = "/etc/hosts";

/** The addresses of a name in the machine's hosts file (hosts(5)), in its order; none when there is no such file. */
export function addressesInHostsFile(name: string, path = HOSTS_FILE): { readonly address: string }[] {
  return linesOf(path).flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    return isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name) ? [{ address }] : [];
  });
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}
