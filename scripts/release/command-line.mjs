import { join } from "node:path";
import { NODE, ROOT } from "../prepare.mjs";
import { runStep } from "../run-step.mjs";

/** Checks that the command line, which the image of standalone holds, loads without any setting. */
export async function checkCommandLine() {
  await runStep({
    name: "Start the command line",
    command: NODE,
    args: [join(ROOT, "apps/standalone/dist/cli.js"), "--help"],
    cwd: ROOT,
    hint: "Run npm run skucast -- --help to see it.",
    timeoutMs: 60_000,
  });
}
