import { type ComponentType, type ReactNode, useEffect, useState } from "react";

interface OnDemandProps {
  /** What is shown until the component is loaded; by default nothing. */
  readonly whileLoading?: ReactNode;
}

type Loaded<Props> = { readonly Component: ComponentType<Props> } | { readonly error: unknown } | null;

/**
 * A component whose code is loaded when it is first shown. It appears as soon as the code is there: React shows the
 * content of a `Suspense` that had a fallback only after 300 ms, which people would wait for at the first opening of each
 * menu and dialog. A failed import throws to the nearest error boundary.
 */
export function loadOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & OnDemandProps> {
  let known: Loaded<Props> = null;
  return function OnDemand({ whileLoading = <span hidden data-busy />, ...props }: Props & OnDemandProps) {
    const [loaded, setLoaded] = useState(known);
    useEffect(() => {
      if (loaded !== null) return;
      let isShown = true;
      void load()
        .then(
          (Component) => (known = { Component }),
          (error: unknown) => ({ error }),
        )
        .then((found) => isShown && setLoaded(found));
      return () => {
        isShown = false;
      };
    }, [loaded]);
    if (loaded === null) return whileLoading;
    if ("error" in loaded) throw loaded.error;
    return <loaded.Component {...(props as unknown as Props)} />;
  };
}
