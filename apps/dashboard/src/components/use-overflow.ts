import { type RefObject, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

/**
 * Whether the element's content is wider than the element. Updated synchronously in the frame in which either changes
 * its size, so that no frame is painted with the old value.
 */
export function useOverflow(element: RefObject<HTMLElement | null>): boolean {
  const [isOverflowing, setIsOverflowing] = useState(false);
  useLayoutEffect(() => {
    const frame = element.current;
    const content = frame?.firstElementChild;
    if (!frame || !content) return;
    const observer = new ResizeObserver(() => flushSync(() => setIsOverflowing(frame.scrollWidth > frame.clientWidth)));
    observer.observe(frame);
    observer.observe(content);
    return () => observer.disconnect();
  }, [element]);
  return isOverflowing;
}
