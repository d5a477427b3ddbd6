import { databaseTrouble } from "../database-trouble.js";
import { address } from "../doctor/address.js";
import { backlogs } from "../doctor/backlogs.js";
import { bus } from "../doctor/bus.js";
import { type Check, type Finding, fault, type Installation } from "../doctor/check.js";
import { clock } from "../doctor/clock.js";
import { database } from "../doctor/database.js";
import { endpoints } from "../doctor/endpoints.js";
import { files } from "../doctor/files.js";
import { lateWork } from "../doctor/late-work.js";
import { replication } from "../doctor/replication.js";
import type { Command } from "./command.js";
import { withDatabase } from "./with-database.js";

/** Ordered so that an earlier failure explains later ones. */
const CHECKS: readonly Check[] = [database, replication, clock, bus, files, address, backlogs, lateWork, endpoints];
const MARKS = { ok: "✓", warning: "!", fault: "✗" } as const;

export const doctor: Command = {
  words: "doctor",
  usage: "doctor [--json]",
  summary:
    "Check an installation with the settings of its apps: database, replication, clock, bus, files, public URL, pending and late work. Prints " +
    "how to fix what it finds. Ends with 0 when there is no fault, otherwise with 1.",
  options: [],
  flags: ["json"],
  run: async ({ settings, folder, flags, print }) => {
    return await withDatabase({ settings, folder }, async (db) => {
      const findings = await runChecks({ db, settings, folder });
      if (flags.has("json")) print(JSON.stringify(findings, null, 2));
      else for (const finding of findings) printFinding(finding, print);
      const faults = findings.filter(({ level }) => level === "fault").length;
      const warnings = findings.filter(({ level }) => level === "warning").length;
      if (!flags.has("json")) print(`\n${faults} faults, ${warnings} warnings`);
      return faults > 0 ? 1 : 0;
    });
  },
};

type Named = Finding & { readonly part: string };

async function runChecks(installation: Installation): Promise<Named[]> {
  const findings: Named[] = [];
  let isDatabaseDown = false;
  for (const { name, run } of CHECKS) {
    try {
      findings.push(...(await run(installation)).map((finding) => ({ part: name, ...finding })));
    } catch (error) {
      const trouble = databaseTrouble(error);
      if (!trouble) findings.push({ part: name, ...failedCheck(error) });
      // Reported once: whatever else needs the database fails for the same reason.
      else if (!isDatabaseDown) findings.push({ part: "database", ...fault(trouble.text, trouble.fix) });
      isDatabaseDown ||= trouble !== undefined;
    }
  }
  return findings;
}

function failedCheck(error: unknown): Finding {
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return fault(`could not be checked: ${reason}`, "check the findings above first, then docs/operations.md");
}

function printFinding({ level, part, text, fix }: Named, print: (line: string) => void): void {
  print(`${MARKS[level]} ${part}: ${text}`);
  if (fix !== undefined) print(`    → ${fix}`);
}
