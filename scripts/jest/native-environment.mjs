// Jest's environment for tests in the worker's own realm, without a virtual machine around them.
import { ModernFakeTimers } from "@jest/fake-timers";
import { ModuleMocker } from "jest-mock";

const TEST_TIMEOUT = Symbol.for("TEST_TIMEOUT_SYMBOL"); // where jest-circus looks for what jest.setTimeout said

/** Puts back whatever of the process a test file may have changed: its environment, timers, mocks and globals of jest. */
export default class NativeEnvironment {
  global = globalThis;
  #env = { ...process.env };
  #exit = process.exit;
  #console = globalThis.console;

  /** @param {{ projectConfig: ConstructorParameters<typeof ModernFakeTimers>[0]["config"] }} options */
  constructor({ projectConfig }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    Reflect.deleteProperty(globalThis, TEST_TIMEOUT);
    process.exit = this.#exit;
    globalThis.console = this.#console;
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
  }

  /** The object `jest` of the tests: as much of it as works on modules that Node.js has loaded. */
  jestObject() {
    const { moduleMocker: mocks, fakeTimersModern: timers } = this;
    return {
      fn: mocks.fn.bind(mocks),
      spyOn: mocks.spyOn.bind(mocks),
      restoreAllMocks: mocks.restoreAllMocks.bind(mocks),
      useFakeTimers: timers.useFakeTimers.bind(timers),
      useRealTimers: timers.useRealTimers.bind(timers),
      setSystemTime: timers.setSystemTime.bind(timers),
      advanceTimersByTime: timers.advanceTimersByTime.bind(timers),
      advanceTimersByTimeAsync: timers.advanceTimersByTimeAsync.bind(timers),
      getTimerCount: timers.getTimerCount.bind(timers),
      setTimeout: (/** @type {number} */ ms) => {
        Reflect.set(globalThis, TEST_TIMEOUT, ms);
      },
    };
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ["node", "node-addons"];
  }
}
