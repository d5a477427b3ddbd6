import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { importWhenReachable } from "./import-when-reachable.js";

interface OnDemandProps {
  /** What is shown until the component is loaded; by default nothing. */
  readonly whileLoading?: ReactNode;
}

/**
 * A component whose code is loaded when it is first shown. It appears as soon as the code is there: React shows the
 * content of a `Suspense` that had a fallback only after 300 ms, which people would wait for at the first opening of each
 * menu and dialog. A failed import throws to the nearest error boundary.
 */
export function loadOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & OnDemandProps> {
  let known: ComponentType<Props> | null = null;
  return ({ whileLoading = <span hidden data-busy />, ...props }) => {
    const [Loaded, setLoaded] = useState(() => known);
    useEffect(() => {
      if (Loaded) return;
      load().then(
        (component) => {
          known = component;
          setLoaded(() => component);
        },
        (error) =>
          setLoaded(() => () => {
            throw error;
          }),
      );
    }, [Loaded]);
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : whileLoading;
  };
}

/** The same for the component `name` of a module that is imported then, when there is a connection. */
export const importOnDemand = <Name extends string, Props extends object>(
  importer: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) => loadOnDemand(async () => (await importWhenReachable(importer))[name]);
