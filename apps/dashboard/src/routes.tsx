import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { Frame } from "./frame/frame.js";
import { NotFound } from "./frame/not-found.js";
import { ProblemNote } from "./parts/problem-note.js";
import { Waiting } from "./parts/waiting.js";

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => (
    <ProblemNote error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
  ),
});
const under = { getParentRoute: () => root };

/** Every place of the dashboard by its address; each is fetched when it is first entered. */
const places = [
  createRoute({
    ...under,
    path: "/",
    beforeLoad: () => {
      throw redirect({ to: "/api-keys" });
    },
  }),
  createRoute({
    ...under,
    path: "/api-keys",
    component: lazyRouteComponent(() => import("./places/api-keys/api-keys-page.js"), "ApiKeysPage"),
  }),
  createRoute({
    ...under,
    path: "/api-keys/connected-apps",
    component: lazyRouteComponent(() => import("./places/api-keys/connected-apps-page.js"), "ConnectedAppsPage"),
  }),
];

export const createDashboardRouter = () =>
  createRouter({
    routeTree: root.addChildren(places),
    defaultPreload: "intent",
    scrollRestoration: true,
    defaultPendingComponent: Waiting,
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}
