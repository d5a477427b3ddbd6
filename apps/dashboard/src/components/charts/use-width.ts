import { type RefObject, useEffect, useRef, useState } from "react";

/** The element's current width in pixels; 0 until the first layout. */
export function useWidth<Element extends HTMLElement>(): [ref: RefObject<Element | null>, width: number] {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (ref.current === null) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
