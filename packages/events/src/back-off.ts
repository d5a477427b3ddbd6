import { createBackOff } from "@skucast/service-kit/back-off";

/** The wait of a message after its n-th attempt: 0.1, 0.2, 0.4 … s, at most 3 s; 20 redeliveries take about 50 s. */
export const redeliveryDelayMs: (attempt: number) => number = createBackOff({ baseMs: 100, maxMs: 3_000, jitter: 0.1 });

/** The wait after this many failures in a row to reach a server. */
export const reconnectDelayMs: (failureCount: number) => number = createBackOff({ baseMs: 100, maxMs: 5_000 });
