import type { App } from "@skucast/app-kit/app";
import { closedDoor } from "@skucast/http-kit/closed-door";

const SENTENCE = "Signing in and OAuth are not part of this version; use an API key.";

/** The doors of sign-in and OAuth. */
export function createAuthServer(): App {
  const router = closedDoor(SENTENCE);
  return {
    name: "auth-server",
    mounts: ["/oauth", "/.well-known"].map((path) => ({ path, router })),
    start: async () => {},
    drain: async () => {},
    stop: async () => {},
  };
}
