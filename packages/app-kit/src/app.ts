import type { Mount } from "@skucast/http-kit/http-server";
import type { HealthCheck } from "@skucast/service-kit/health";
import type { Service } from "@skucast/service-kit/service";

/** One app of the house. It runs as its own process (run-app.ts) or beside the others in one (apps/standalone). */
export interface App extends Service {
  /** Where it answers over HTTP; the process owns the origin. */
  readonly mounts: readonly Mount[];
  /** Whether its work comes from the bus: while that cannot be used, it is not ready. Others serve on without it. */
  readonly needsBus?: boolean;
  /** What must work for the app to do its work, beside database and bus: by name, as `/readyz` tells it. */
  readonly checks?: Readonly<Record<string, HealthCheck>>;
}
