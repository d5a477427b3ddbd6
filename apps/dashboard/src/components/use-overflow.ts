import { type RefObject, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

/**
 * Whether what the element holds is wider than the element, now and after every change of either's size. It is told in
 * the frame in which the size changed: the page is never shown without it.
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
