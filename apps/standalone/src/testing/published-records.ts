import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** DNS records of a started program, in place of those of the name servers. */
export interface PublishedRecords {
  /** Environment that makes a program read the records. */
  readonly env: { readonly NODE_OPTIONS: string };
  /** Publishes a TXT record; null removes it. */
  publishTxt(name: string, value: string | null): void;
}

/** Every name has the address 127.0.0.1, and the TXT records that were published. The file is in `folder`. */
export function publishRecords(folder: string): PublishedRecords {
  const path = join(folder, "txt-records.json");
  const records: Record<string, string> = {};
  const save = () => writeFileSync(path, JSON.stringify(records));
  save();
  const script = `
    import { readFileSync } from "node:fs";
    import { Resolver } from "node:dns/promises";
    const missing = () => Object.assign(new Error("no record"), { code: "ENODATA" });
    Resolver.prototype.resolve4 = async () => ["127.0.0.1"];
    Resolver.prototype.resolve6 = async () => { throw missing(); };
    Resolver.prototype.resolveTxt = async (name) => {
      const value = JSON.parse(readFileSync(${JSON.stringify(path)}, "utf8"))[name];
      if (value === undefined) throw missing();
      return [[value]];
    };`;
  return {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` },
    publishTxt: (name, value) => {
      if (value === null) delete records[name];
      else records[name] = value;
      save();
    },
  };
}
