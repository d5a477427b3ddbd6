import type { Mount } from "@skucast/http-kit/http-server";
import type { HealthCheck } from "@skucast/service-kit/health";
import type { Service } from "@skucast/service-kit/service";

/**
 * One app of the deployment. It runs in its own process (run-app.ts) or together with others in one (apps/standalone).
 */
export interface App extends Service {
  /** Its HTTP mounts. The process owns the origin. */
  readonly mounts: readonly Mount[];
  /**
   * Ends the responses that otherwise last as long as their clients read. Called when the origin stops to accept
   * connections: it cannot finish its open requests before.
   */
  readonly endStreams?: () => void;
  /**
   * Whether its work comes from the bus. Such an app is not ready while the bus is unavailable; others keep serving.
   */
  readonly needsBus?: boolean;
  /** Additional dependencies of the app besides database and bus, by the name shown in `/readyz`. */
  readonly checks?: Readonly<Record<string, HealthCheck>>;
}
