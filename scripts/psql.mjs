// npm run psql [-- OPTIONS]: opens psql on the embedded database of the data folder, as its superuser, whom row-level
// security does not hold back. PostgreSQL is started for as long as psql runs if nothing else runs it.
import "./require-node.mjs";
import { spawn } from "node:child_process";
import { install, NODE, ROOT } from "./prepare.mjs";

try {
  await install({ out: process.stderr });
} catch (error) {
  console.error(`\n${/** @type {Error} */ (error).message}`);
  process.exit(1);
}
const program = [
  "--disable-warning=ExperimentalWarning",
  "--import",
  new URL("dev/load-sources.mjs", import.meta.url).href,
  `${ROOT}scripts/dev/open-psql.mjs`,
];
const child = spawn(NODE, [...program, ...process.argv.slice(2)], { stdio: "inherit" });
process.on("SIGINT", () => {}); // psql uses Ctrl-C to cancel a statement
child.once("exit", (code) => process.exit(code ?? 1));
