import { type RefObject, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

interface Overflow {
  /** Whether the content is wider than the element. */
  readonly isWide: boolean;
  /** Whether the content is higher than the element. */
  readonly isHigh: boolean;
}

/**
 * Whether the element's content is larger than the element. Updated synchronously in the frame in which either changes
 * its size, so that no frame is painted with the old value.
 */
export function useOverflow(element: RefObject<HTMLElement | null>): Overflow {
  const [overflow, setOverflow] = useState<Overflow>({ isWide: false, isHigh: false });
  useLayoutEffect(() => {
    const frame = element.current;
    const content = frame?.firstElementChild;
    if (!frame || !content) return;
    const observer = new ResizeObserver(() => {
      const isWide = frame.scrollWidth > frame.clientWidth;
      const isHigh = frame.scrollHeight > frame.clientHeight;
      flushSync(() =>
        setOverflow((known) => (known.isWide === isWide && known.isHigh === isHigh ? known : { isWide, isHigh })),
      );
    });
    observer.observe(frame);
    observer.observe(content);
    return () => observer.disconnect();
  }, [element]);
  return overflow;
}
