import { lazyRouteComponent as lazyComponent } from "@tanstack/react-router";
import { importFirstView, importWhenReachable } from "./import-when-reachable.js";

/** A page whose code is loaded on the first visit. Without a connection, loading waits and continues when it is back. */
export const lazyRouteComponent: typeof lazyComponent = (importer, exportName) =>
  lazyComponent(() => importWhenReachable(importer), exportName);

/** A page that people open first: it shows the texts of `texts/first-view.ts` only, and loads no schemas. */
export const firstViewComponent: typeof lazyComponent = (importer, exportName) =>
  lazyComponent(() => importFirstView(importer), exportName);
