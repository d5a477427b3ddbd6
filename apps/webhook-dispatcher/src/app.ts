import type { App } from "@skucast/app-kit/app";
import type { Resources } from "@skucast/app-kit/resources";
import { startConsumers } from "@skucast/events/start-consumers";
import { openAttempting } from "./attempting.js";
import type { WebhookDispatcherSettings } from "./config.js";
import { consumers } from "./consumers.js";
import { createContext, type DispatcherContext } from "./context.js";
import { createEndpointReader } from "./deliveries/read-endpoints.js";
import { createEventReader } from "./deliveries/read-events.js";
import { createEndpointHosts } from "./endpoints/endpoint-hosts.js";
import { createDispatcherCount } from "./flow/dispatcher-count.js";
import { createEndpointLimiters } from "./flow/endpoint-limiters.js";
import { startLoops } from "./loops.js";
import { createPlanning } from "./planning.js";
import { createRecovering } from "./recovering.js";

/** The app on a process's resources; see createApp. */
export function createWebhookDispatcher(settings: WebhookDispatcherSettings, resources: Resources): App {
  return createApp(createContext(settings, resources));
}

/**
 * The dispatcher turns events into deliveries and attempts each delivery until it succeeds or its schedule ends. The
 * state is in PostgreSQL; the bus only says what to do now. Any number of dispatchers share the work. The context's
 * resources stay open.
 */
export function createApp(ctx: DispatcherContext): App {
  const dispatchers = createDispatcherCount(ctx);
  const hosts = createEndpointHosts(ctx);
  const limiters = createEndpointLimiters({
    inFlightMax: () => Math.floor(ctx.limits.inFlightPerEndpointMax / dispatchers.current()),
    shareOfRate: () => 1 / dispatchers.current(),
    inHandMax: ctx.limits.prefetch,
    hostOf: hosts.hostOf,
    clock: ctx.clock,
  });
  const readEvents = createEventReader(ctx);
  const readEndpoints = createEndpointReader(ctx, hosts);

  const attempting = openAttempting({ ctx, limiters, hosts, readEvents, readEndpoints });
  const planning = createPlanning({ ctx, limiters, hosts, readEvents, readEndpoints, attempting });
  const recovering = createRecovering({ ctx, limiters, dispatchers, readEvents, attempting, planning });

  /** Consumers and loops. */
  const running: { stop(): Promise<void> }[] = [];

  async function drain(): Promise<void> {
    const stopped = running.map((each) => each.stop());
    // No new work arrives from here on. Orders that wait for a slot go back to the bus; attempts in flight end normally.
    limiters.close();
    await Promise.all(stopped);
    await attempting.drain();
  }

  return {
    name: "webhook-dispatcher",
    mounts: [],
    needsBus: true,
    async start() {
      running.push(await startConsumers(ctx.bus, consumers({ ctx, planning, attempting })));
      running.push(...startLoops({ ctx, limiters, dispatchers, planning, recovering }));
    },
    drain,
    async stop() {
      await attempting.abort();
      await drain();
      await attempting.close();
      await dispatchers.leave().catch(() => {}); // without PostgreSQL, the missing heartbeat has the same effect
    },
  };
}
