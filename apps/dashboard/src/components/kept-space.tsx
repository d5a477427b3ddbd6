import { type ReactNode, useEffect, useRef, useState } from "react";
import { type ParseStored, readStored, writeStored } from "./stored-value.js";

const parseHeight: ParseStored<number> = (stored) => (typeof stored === "number" ? stored : undefined);

interface KeptSpaceProps {
  /** This device keeps the height under this name. */
  readonly name: string;
  readonly isLoading: boolean;
  readonly children: ReactNode;
}

/** While its content loads, it is as high as the last time on this device, so that what follows stays in its place. */
export function KeptSpace({ name, isLoading, children }: KeptSpaceProps) {
  const element = useRef<HTMLDivElement>(null);
  const stored = `height-${name}`;
  const [minHeight] = useState(() => readStored(stored, parseHeight));
  useEffect(() => {
    if (!isLoading && element.current) writeStored(stored, element.current.offsetHeight);
  });
  return (
    <div ref={element} style={isLoading ? { minHeight } : {}}>
      {children}
    </div>
  );
}
