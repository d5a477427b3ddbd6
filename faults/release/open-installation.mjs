// An installation that runs in images: its command line, and its apps, which are replaced by those of another image.
import { startInImage } from "@skucast/testkit/images/start-in-image";
import { openTestbed } from "../testbed.mjs";

const FILES = "/var/lib/skucast/files";
const UPLOADS = "/var/lib/skucast/uploads";
const APPS = ["webhook-dispatcher", "sftp-exporter", "catalog-api"];

/** Opens it without any process. `servers` are closed with it. */
export async function openInstallation({ servers, image }) {
  let current = image;
  const volumes = [`${servers.filesDir}:${FILES}`, UPLOADS];
  const testbed = await openTestbed({
    servers,
    settings: { SKUCAST_FILES_DIR: FILES, SKUCAST_UPLOADS_DIR: UPLOADS, SKUCAST_SHUTDOWN_DELAY: "5s" },
    spawnApp: ({ name, env }) => startInImage(current, { workingDir: `/skucast/apps/${name}`, env, volumes }).child,
  });
  const apps = new Map();
  /** The APIs that clients use now; writers keep the array. */
  const apis = [];

  /** Runs a command of the current image's command line. Returns its output; throws with it if the command fails. */
  async function skucast(args, databaseUrl = servers.postgres.appUrl) {
    const started = startInImage(current, {
      command: ["node", "dist/cli.js", ...args],
      workingDir: "/skucast/apps/standalone",
      env: { ...testbed.env, DATABASE_URL: databaseUrl },
      volumes,
    });
    const code = await started.ended();
    if (code !== 0) throw new Error(`skucast ${args.join(" ")} ended with ${code}: ${started.output()}`);
    return started.output().trim();
  }

  async function startApps() {
    for (const name of APPS) apps.set(name, await testbed.apps.start(name, { isKept: true }));
    apis.splice(0, apis.length, apps.get("catalog-api"));
  }

  /** Replaces the processes by those of another image, one by one: each is ready before the former one is stopped. */
  async function replaceApps(next) {
    current = next;
    for (const name of APPS) {
      const former = apps.get(name);
      const started = await testbed.apps.start(name, { isKept: true });
      apps.set(name, started);
      if (name === "catalog-api") apis.splice(0, apis.length, started);
      await former.end();
    }
  }

  return {
    ...testbed,
    apis,
    api: () => apps.get("catalog-api"),
    app: (name) => apps.get(name),
    appNames: APPS,
    skucast,
    useImage: (next) => {
      current = next;
    },
    startApps,
    replaceApps,
  };
}

/** The readiness that an app reports: the status of the response and its body. */
export async function readiness(app) {
  const answer = await fetch(`${app.baseUrl}/readyz`, { signal: AbortSignal.timeout(10_000) });
  return { status: answer.status, body: await answer.json() };
}
