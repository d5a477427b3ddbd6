// Jest's test framework, jest-circus, with Node.js's own module loader instead of jest's. Jest loads every module again
// for every test file, in a virtual machine: that was a third of all the CPU time of the tests. Here a worker loads each
// once. Importing a module of ours does nothing (STYLE 11), so files that share modules share no state.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import runCircus from "jest-circus/runner";
import { setGlobals } from "./jest-globals.mjs";
import { loadSourcesNatively } from "./native-modules.mjs";

const EVENT_HANDLERS = Symbol.for("EVENT_HANDLERS"); // jest-circus keeps those of the file that runs here
const require = createRequire(import.meta.url);
let fileCount = 0;
let isWatching = false;

// In watch mode a source may have changed since the file before.
loadSourcesNatively(() => (isWatching ? `?file=${fileCount}` : ""));

export default async function runNatively(globalConfig, config, environment, _runtime, testPath, sendToJest) {
  fileCount += 1;
  isWatching = globalConfig.watch || globalConfig.watchAll;
  globalThis[EVENT_HANDLERS] = undefined;
  return runCircus.default(globalConfig, config, environment, runtimeOf(environment, testPath), testPath, sendToJest);
}

/** As much of a jest-runtime as jest-circus asks for. */
function runtimeOf(environment, testPath) {
  const { moduleMocker } = environment;
  return {
    requireInternalModule(path) {
      delete require.cache[path];
      return require(path);
    },
    requireModule: require,
    setGlobalsForRuntime: (globals) => setGlobals({ ...globals, jest: environment.jestObject() }),
    unstable_shouldLoadAsEsm: () => true,
    // A set-up file runs for each test file; a test file runs once, unless it is watched.
    unstable_importModule: (path) =>
      import(pathToFileURL(path).href + (path === testPath && !isWatching ? "" : `?file=${fileCount}`)),
    enterTestCode() {},
    leaveTestCode() {},
    clearAllMocks: () => moduleMocker.clearAllMocks(),
    resetAllMocks: () => moduleMocker.resetAllMocks(),
    restoreAllMocks: () => moduleMocker.restoreAllMocks(),
    resetModules() {},
  };
}
