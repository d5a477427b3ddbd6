import { type Clock, delay, systemClock } from "./clock.js";
import type { Logger } from "./logger.js";
import { groupServices, type RunLimits, type Service } from "./service.js";
import { withTimeLimit } from "./time-limit.js";

/** The used part of Node's `process`. */
export interface ProcessHost {
  /** Whether a parent process holds an IPC channel to this one. */
  readonly connected?: boolean;
  on(event: string, listener: (cause: unknown) => void): unknown;
  exit(code: number): void;
}

export interface RunProcessOptions extends RunLimits {
  service: Service;
  logger: Logger;
  /** Called when the service is ready for work. */
  onReady?: () => void;
  /** Called when the process starts to stop, before the drain: `health.setDraining`. */
  onDrain?: () => void;
  /** How long to keep serving between `onDrain` and the drain, so that load balancers can react. Default 0. */
  serveOnMs?: number;
  clock?: Clock;
  /** Node's `process` when absent. */
  host?: ProcessHost;
}

const EXIT = { orderly: 0, failed: 1, interrupted: 130 } as const;

/** SIGHUP (a closed terminal) is included because it kills Node if it has no listener. */
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Under npm, one Ctrl-C arrives twice, from the terminal and from npm. Signals this close together count as one. */
const SAME_SIGNAL_MS = 500;

/** In which a process closes everything. Enough for one with all apps, which are closed one after the other. */
export const STOP_TIMEOUT_MS = 15_000;

const FLUSH_TIMEOUT_MS = 1_000;

/**
 * Runs the service until the process ends. No other code ends the process.
 *
 * | what happens | what follows |
 * |---|---|
 * | SIGINT, SIGTERM, SIGHUP, or the parent with the IPC channel ends | keep serving for `serveOnMs`, drain, stop, exit 0 (1 when stopping failed) |
 * | a second signal, half a second or more after the first | exit 130 at once |
 * | the start fails | stop what has started, exit 1 |
 * | an uncaught exception or unhandled rejection | logged as fatal, then drain, stop, exit 1 |
 *
 * Work that does not finish within the drain limit is left to other processes, and is not a failure.
 */
export function runProcess(options: RunProcessOptions): void {
  const { logger, host = process, clock = systemClock, onReady } = options;
  const service = groupServices(options.service.name, [options.service], {
    stopTimeoutMs: STOP_TIMEOUT_MS,
    ...options,
  });
  let phase: "starting" | "running" | "ending" = "starting";
  let endingSince = Number.POSITIVE_INFINITY;
  let exitCode: number = EXIT.orderly;

  async function end(reason: string): Promise<void> {
    // Before the start has finished nothing is served, and after a crash the state cannot be trusted.
    const serveOnMs = phase === "running" && exitCode === EXIT.orderly ? (options.serveOnMs ?? 0) : 0;
    phase = "ending";
    endingSince = clock.now().getTime();
    logger.info({ event: "process.ending", reason }, `stopping: ${reason}`);
    options.onDrain?.();
    if (serveOnMs > 0) await delay(serveOnMs);
    await service.drain().catch((err) => {
      logger.warn({ event: "process.drain_failed", err }, "some work was left unfinished");
    });
    await service.stop().catch((err) => {
      exitCode = EXIT.failed;
      logger.error({ event: "process.stop_failed", err }, "stopping failed");
    });
    logger.info({ event: "process.ended", exit_code: exitCode }, "stopped");
    await flush(logger);
    host.exit(exitCode);
  }

  function endAfterCrash(event: string, err: unknown): void {
    exitCode = EXIT.failed;
    logger.fatal({ event, err }, "the process cannot continue");
    if (phase !== "ending") void end(event);
  }

  for (const signal of STOP_SIGNALS) {
    host.on(signal, () => {
      if (phase !== "ending") void end(signal);
      else if (clock.now().getTime() - endingSince >= SAME_SIGNAL_MS) host.exit(EXIT.interrupted);
    });
  }
  if (host.connected) {
    host.on("disconnect", () => {
      if (phase !== "ending") void end("parent ended");
    });
  }
  host.on("uncaughtException", (error) => endAfterCrash("process.uncaught_exception", error));
  host.on("unhandledRejection", (error) => endAfterCrash("process.unhandled_rejection", error));

  service.start().then(
    () => {
      if (phase !== "starting") return;
      phase = "running";
      logger.info({ event: "process.ready" }, `${service.name} is ready`);
      onReady?.();
    },
    async (err) => {
      if (phase === "ending") return;
      phase = "ending";
      logger.fatal({ event: "process.start_failed", err }, `${service.name} could not start`);
      await flush(logger);
      host.exit(EXIT.failed);
    },
  );
}

/** The last lines say why the process ended. A blocked reader of the log must not keep it from ending. */
async function flush(logger: Logger): Promise<void> {
  const flushed = new Promise<void>((resolve) => {
    logger.flush(() => resolve());
  });
  await withTimeLimit(FLUSH_TIMEOUT_MS, flushed, "the log was not written in time").catch(() => {});
}
