// The process of the apps under npm run dev. It loads all sources, reports that, and starts the apps when it gets a message:
// the version before keeps running until its successor is known to load.
import { once } from "node:events";
import inspector from "node:inspector";

const SOURCES = new URL("../../apps/standalone/src/", import.meta.url).href;
const debuggerPort = process.env.SKUCAST_DEV_INSPECT;

await import(`${SOURCES}standalone.ts`);
process.send?.("loaded");
await once(process, "message");
if (debuggerPort) inspector.open(Number(debuggerPort));
await import(`${SOURCES}main.ts`);
