// Checks that the workflow files of the forges call only npm scripts that exist, and that all of them run the tests.
// Prints one sentence for each problem and exits 1 if there was one.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FORGES = [[".gitlab-ci.yml"], workflowsIn(".github/workflows"), workflowsIn(".forgejo/workflows")];
const REQUIRED = ["test", "test:soak"];
/** Releases are made on the forges. */
const REQUIRED_ON_FORGES = [...REQUIRED, "release:check"];
/** `npm test` and `npm run NAME`, where a command stands: after a dash, a key or at the beginning of a line. */
const CALL = /^\s*(?:- )?(?:run: |script: )?npm (?:run (?:-s )?)?([\w:-]+)/gm;

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const problems = [
  ...problemsOf([".ci/run"], REQUIRED),
  ...FORGES.flatMap((files) => problemsOf(files, REQUIRED_ON_FORGES)),
];
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;

/** @param {string} folder */
function workflowsIn(folder) {
  return readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
}

/**
 * @param {string[]} files the workflow files of one forge
 * @param {string[]} required scripts that they have to call
 * @returns {string[]}
 */
function problemsOf(files, required) {
  const calls = files.flatMap((file) => callsIn(file).map((name) => ({ file, name })));
  const unknown = calls.filter(({ name }) => !isRunnable(name));
  const missing = required.filter((name) => !calls.some((call) => call.name === name));
  return [
    ...unknown.map(({ file, name }) => `${file}: there is no npm script "${name}".`),
    ...missing.map((name) => `${files.join(", ")}: "npm run ${name}" is not called.`),
  ];
}

/** @param {string} file */
function callsIn(file) {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(CALL)].map(([, name = ""]) => name);
}

/**
 * Whether package.json has the script, and the file that it starts is there.
 * @param {string} name
 */
function isRunnable(name) {
  const [, file] = /^node (\S+\.mjs)/.exec(scripts[name] ?? "") ?? [];
  return name in scripts && (file === undefined || existsSync(join(ROOT, file)));
}
