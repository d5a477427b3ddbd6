const WAIT_MS = 2_000;
const WAIT_MS_MAX = 30_000;

/**
 * Imports a module, and before it what modules beyond the first view expect (prepare-modules.ts). Without a connection, it
 * waits and continues when the connection is back.
 */
export const importWhenReachable = <Module>(importer: () => Promise<Module>): Promise<Module> =>
  importFirstView(async () => {
    await (await import("./prepare-modules.js")).prepareModules();
    return importer();
  });

/** Imports a module of the first view, which loads neither schemas nor all texts. It waits for a connection as well. */
export async function importFirstView<Module>(importer: () => Promise<Module>): Promise<Module> {
  for (let waitMs = WAIT_MS; ; waitMs = Math.min(waitMs * 2, WAIT_MS_MAX)) {
    try {
      return await importer();
    } catch (error) {
      // If the service can be reached, the file is gone because a newer dashboard was installed: the router reloads.
      if (await isReachable()) throw error;
      await connectionOrTimeout(waitMs);
    }
  }
}

const isReachable = (): Promise<boolean> =>
  fetch("/", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(WAIT_MS) }).then(
    () => true,
    () => false,
  );

/** Waits until the browser is online again, and no longer than the time. */
function connectionOrTimeout(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, waitMs);
    window.addEventListener("online", end);
  });
}
