import { backOff } from "@skucast/service-kit/back-off";

/** How long a message waits after its n-th try: 0.1, 0.2, 0.4 … s, at most 3 s; 20 returns take about 50 s. */
export const redeliveryDelayMs: (attempt: number) => number = backOff({ baseMs: 100, maxMs: 3_000, jitter: 0.1 });

/** How long to wait after so many failures in a row to reach a server. */
export const reconnectDelayMs: (failureCount: number) => number = backOff({ baseMs: 100, maxMs: 5_000 });
