import { type ReactNode, useEffect, useRef, useState } from "react";
import { type ParseStored, readStored, writeStored } from "./stored-value.js";

const parseHeight: ParseStored<number> = (stored) => (typeof stored === "number" ? stored : undefined);

/** As in the styles: what has a row in wide windows can have several in narrow ones. */
const isNarrow = () => globalThis.matchMedia("(max-width: 48rem)").matches;

interface KeptSpaceProps {
  /** This device keeps the height under this name, separately for narrow and wide windows. */
  readonly name: string;
  readonly isLoading: boolean;
  readonly children: ReactNode;
}

/**
 * While its content loads, it is as high as the last time on this device, so that what follows stays in its place. In a
 * first view, it is as high as the styles say for `first-view`, also when its content turns out to be lower.
 */
export function KeptSpace({ name, isLoading, children }: KeptSpaceProps) {
  const content = useRef<HTMLDivElement>(null);
  const [stored] = useState(() => `height-${name}-${isNarrow() ? "narrow" : "wide"}`);
  const [minHeight] = useState(() => readStored(stored, parseHeight));
  useEffect(() => {
    if (!isLoading && content.current) writeStored(stored, content.current.offsetHeight);
  });
  const isFirst = minHeight === undefined;
  return (
    <div className={isFirst ? `first-view ${name}-space` : ""} style={isLoading ? { minHeight } : {}}>
      <div ref={content} className="kept-space">
        {children}
      </div>
    </div>
  );
}
