import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, jest, test } from "@jest/globals";
import { createLogger } from "./logger.js";
import { type RunProcessOptions, runProcess } from "./run-process.js";
import type { Service } from "./service.js";

/** A process that records its exit code instead of ending. */
class FakeHost extends EventEmitter {
  readonly exited: Promise<number>;
  exit: (code: number) => void = () => {};
  readonly connected: boolean;
  constructor(connected = false) {
    super();
    this.connected = connected;
    this.exited = new Promise((resolve) => {
      this.exit = resolve;
    });
  }
}

function scene(service: Partial<Service> = {}, options: Partial<RunProcessOptions> = {}, host = new FakeHost()) {
  const told: string[] = [];
  const lines: string[] = [];
  const time = { ms: 0 };
  const tell = (step: "start" | "drain" | "stop") => async () => {
    told.push(step);
    await service[step]?.();
  };
  let ready = () => {};
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  runProcess({
    service: { name: "catalog-api", start: tell("start"), drain: tell("drain"), stop: tell("stop") },
    logger: createLogger({ service: "catalog-api", level: "info", destination: { write: (line) => lines.push(line) } }),
    host,
    clock: { now: () => new Date(time.ms) },
    onReady: ready,
    ...options,
  });
  const events = () => lines.map((line) => JSON.parse(line).event);
  return { host, told, events, time, isReady };
}

/** A log with a slow reader. */
const destination = { write: () => {}, flush: (done: () => void) => done() };

const never = () => new Promise<void>(() => {});

describe("runProcess", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"])("%s drains, stops and exits 0", async (signal) => {
    const { host, told, events, isReady } = scene();
    await isReady;
    host.emit(signal);
    expect(await host.exited).toBe(0);
    expect(told).toEqual(["start", "drain", "stop"]);
    expect(events()).toEqual(["process.ready", "process.ending", "process.ended"]);
  });

  test("onDrain is called before the drain", async () => {
    const order: string[] = [];
    const drain = async () => {
      order.push("drain");
    };
    const { host, isReady } = scene({ drain }, { onDrain: () => order.push("onDrain") });
    await isReady;
    host.emit("SIGTERM");
    await host.exited;
    expect(order).toEqual(["onDrain", "drain"]);
  });

  test("after a signal, the service is not ready at once, and keeps serving for the time that load balancers need", async () => {
    jest.useFakeTimers();
    try {
      const order: string[] = [];
      const { host, told, isReady } = scene({}, { onDrain: () => order.push("not ready"), serveOnMs: 5_000 });
      await isReady;
      host.emit("SIGTERM");
      await jest.advanceTimersByTimeAsync(4_999);
      expect([order, told]).toEqual([["not ready"], ["start"]]);
      await jest.advanceTimersByTimeAsync(1);
      expect(await host.exited).toBe(0);
      expect(told).toEqual(["start", "drain", "stop"]);
    } finally {
      jest.useRealTimers();
    }
  });

  test("a crash stops the service without that delay", async () => {
    const { host, told, isReady } = scene({}, { serveOnMs: 3_600_000 });
    await isReady;
    host.emit("uncaughtException", new Error("bug"));
    expect(await host.exited).toBe(1);
    expect(told).toEqual(["start", "drain", "stop"]);
  });

  test("a second signal exits 130 at once", async () => {
    const { host, time, isReady } = scene({ drain: never }, { drainTimeoutMs: 1 });
    await isReady;
    host.emit("SIGINT");
    time.ms += 500;
    host.emit("SIGINT");
    expect(await host.exited).toBe(130);
  });

  test("one Ctrl-C that arrives twice, as under npm, is one signal", async () => {
    const { host, time, told, isReady } = scene();
    await isReady;
    host.emit("SIGINT");
    time.ms += 20;
    host.emit("SIGINT");
    expect(await host.exited).toBe(0);
    expect(told).toEqual(["start", "drain", "stop"]);
  });

  test("the process stops when the parent with the IPC channel ends", async () => {
    const { host, told, isReady } = scene({}, {}, new FakeHost(true));
    await isReady;
    host.emit("disconnect");
    expect(await host.exited).toBe(0);
    expect(told).toEqual(["start", "drain", "stop"]);
  });

  test("without an IPC channel there is no listener for its end", () => {
    expect(scene().host.listenerCount("disconnect")).toBe(0);
  });

  test.each(["uncaughtException", "unhandledRejection"])(
    "%s is logged as fatal, stops gracefully and exits 1",
    async (event) => {
      const { host, told, events, isReady } = scene();
      await isReady;
      host.emit(event, new Error("bug"));
      expect(await host.exited).toBe(1);
      expect(told).toEqual(["start", "drain", "stop"]);
      expect(events()[1]).toMatch(/^process\.un(caught_exception|handled_rejection)$/);
    },
  );

  test("a crash while stopping turns the exit code to 1 and does not stop twice", async () => {
    const host = new FakeHost();
    const { told, isReady } = scene(
      { drain: async () => void host.emit("uncaughtException", new Error("bug")) },
      {},
      host,
    );
    await isReady;
    host.emit("SIGTERM");
    expect(await host.exited).toBe(1);
    expect(told).toEqual(["start", "drain", "stop"]);
  });

  test("a start that fails is fatal and exits 1", async () => {
    const { host, told, events } = scene({ start: () => Promise.reject(new Error("port taken")) });
    expect(await host.exited).toBe(1);
    expect(told).toEqual(["start"]);
    expect(events()).toEqual(["process.start_failed"]);
  });

  test("a signal during the start stops without a drain once it has started", async () => {
    let finishStart = () => {};
    const start = () =>
      new Promise<void>((resolve) => {
        finishStart = resolve;
      });
    const { host, told } = scene({ start });
    host.emit("SIGTERM");
    finishStart();
    expect(await host.exited).toBe(0);
    expect(told).toEqual(["start", "stop"]);
  });

  test("a drain that takes too long is abandoned and is not a failure", async () => {
    const { host, told, events, isReady } = scene({ drain: never }, { drainTimeoutMs: 1 });
    await isReady;
    host.emit("SIGTERM");
    expect(await host.exited).toBe(0);
    expect(told).toEqual(["start", "drain", "stop"]);
    expect(events()).toContain("process.drain_failed");
  });

  test.each([
    ["a signal", async () => {}, ["SIGTERM"]],
    ["a failed start", () => Promise.reject(new Error("port taken")), []],
  ])("the process does not end after %s before its log is written", async (_cause, start, signals) => {
    let finishFlush = () => {};
    const isFlushing = new Promise<void>((resolve) => {
      destination.flush = (done) => {
        finishFlush = done;
        resolve();
      };
    });
    const { host } = scene({ start }, { logger: createLogger({ service: "a", level: "info", destination }) });
    for (const signal of signals) host.emit(signal);
    let hasExited = false;
    const exited = host.exited.then(() => {
      hasExited = true;
    });
    await isFlushing;
    expect(hasExited).toBe(false);
    finishFlush();
    await exited;
  });

  test("a stop that fails exits 1", async () => {
    const { host, events, isReady } = scene({ stop: () => Promise.reject(new Error("stuck")) });
    await isReady;
    host.emit("SIGTERM");
    expect(await host.exited).toBe(1);
    expect(events()).toContain("process.stop_failed");
  });
});

describe("a real process", () => {
  const program = `
    import { createLogger } from ${JSON.stringify(fileURLToPath(new URL("./logger.ts", import.meta.url)))};
    import { runProcess } from ${JSON.stringify(fileURLToPath(new URL("./run-process.ts", import.meta.url)))};
    const timer = setInterval(() => {}, 1_000);
    const service = { name: "real", start: async () => {}, drain: async () => {}, stop: async () => clearInterval(timer) };
    runProcess({ service, logger: createLogger({ service: "real", level: "info" }) });
    process.on("SIGUSR2", () => { throw new Error("bug with skc_sk_CANARY"); });
  `;

  async function untilReady(): Promise<{ child: ChildProcess; output: () => string }> {
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program], {
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    let output = "";
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on("data", (chunk) => {
        output += chunk;
        if (output.includes("process.ready")) resolve();
      });
      child.once("exit", (code) => reject(new Error(`exited with ${code}: ${output}`)));
    });
    return { child, output: () => output };
  }

  test.each([
    ["SIGTERM", (child: ChildProcess) => child.kill("SIGTERM"), 0],
    ["the loss of its parent", (child: ChildProcess) => child.disconnect(), 0],
    ["an uncaught exception", (child: ChildProcess) => child.kill("SIGUSR2"), 1],
  ])("ends gracefully after %s, with its last line written", async (_cause, strike, exitCode) => {
    const { child, output } = await untilReady();
    const ended = Promise.all([once(child, "exit"), child.stdout && once(child.stdout, "end")]);
    strike(child);
    const [exit] = await ended;
    expect(exit).toEqual([exitCode, null]);
    expect(output().trimEnd().split("\n").at(-1)).toContain('"event":"process.ended"');
    expect(output()).not.toContain("CANARY");
  });
});
