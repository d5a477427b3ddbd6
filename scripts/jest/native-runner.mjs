// Jest's test framework, jest-circus, with Node.js's own module loader instead of jest's. Jest loads every module again
// for every test file, in a virtual machine: that was a third of all the CPU time of the tests. Here a worker loads each
// once. Importing a module of ours does nothing (STYLE 11), so files that share modules share no state.
import { createRequire, flushCompileCache } from "node:module";
import { pathToFileURL } from "node:url";
// @ts-expect-error jest-circus declares no types for its runner; RunCircus below are those that this file needs.
import circus from "jest-circus/runner";
import { cpuSeconds } from "./cpu-time.mjs";
import { setGlobals } from "./jest-globals.mjs";
import { loadSourcesNatively } from "./native-modules.mjs";

const EVENT_HANDLERS = Symbol.for("EVENT_HANDLERS"); // jest-circus keeps those of the file that runs here
const require = createRequire(import.meta.url);
/**
 * @typedef {import("./native-environment.mjs").default} Environment
 * @typedef {{ watch: boolean, watchAll: boolean }} GlobalConfig
 * @typedef {(globalConfig: GlobalConfig, config: object, environment: Environment, runtime: object, testPath: string,
 *   sendToJest?: Function) => Promise<object>} RunCircus
 */
const runCircus = /** @type {RunCircus} */ (circus.default);
let fileCount = 0;
let isWatching = false;

// In watch mode a source may have changed since the file before.
loadSourcesNatively(() => (isWatching ? `?file=${fileCount}` : ""));

/**
 * Jest's interface of a test framework. Adds the CPU seconds to the result.
 * @param {GlobalConfig} globalConfig
 * @param {object} config
 * @param {Environment} environment
 * @param {unknown} _runtime
 * @param {string} testPath
 * @param {Function} [sendToJest]
 */
export default async function runNatively(globalConfig, config, environment, _runtime, testPath, sendToJest) {
  fileCount += 1;
  isWatching = globalConfig.watch || globalConfig.watchAll;
  Reflect.set(globalThis, EVENT_HANDLERS, undefined);
  const before = cpuSeconds();
  const runtime = runtimeOf(environment, testPath);
  const result = await runCircus(globalConfig, config, environment, runtime, testPath, sendToJest);
  // It writes only what is new. At its end a worker has half a second, which is not enough for the modules of many files.
  flushCompileCache();
  return { ...result, cpuSeconds: cpuSeconds() - before };
}

/**
 * As much of a jest-runtime as jest-circus asks for.
 * @param {Environment} environment
 * @param {string} testPath
 */
function runtimeOf(environment, testPath) {
  const { moduleMocker } = environment;
  return {
    requireInternalModule(/** @type {string} */ path) {
      delete require.cache[path];
      return require(path);
    },
    requireModule: require,
    setGlobalsForRuntime: (/** @type {Record<string, object>} */ globals) =>
      setGlobals({ ...globals, jest: environment.jestObject() }),
    unstable_shouldLoadAsEsm: () => true,
    // A set-up file runs for each test file; a test file runs once, unless it is watched.
    unstable_importModule: (/** @type {string} */ path) =>
      import(pathToFileURL(path).href + (path === testPath && !isWatching ? "" : `?file=${fileCount}`)),
    enterTestCode() {},
    leaveTestCode() {},
    clearAllMocks: () => moduleMocker.clearAllMocks(),
    resetAllMocks: () => moduleMocker.resetAllMocks(),
    restoreAllMocks: () => moduleMocker.restoreAllMocks(),
    resetModules() {},
  };
}
