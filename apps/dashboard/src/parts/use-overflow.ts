import { type RefObject, useLayoutEffect, useState } from "react";

/** Whether what the element holds is wider than the element, now and after every change of either's size. */
export function useOverflow(element: RefObject<HTMLElement | null>): boolean {
  const [isOverflowing, setIsOverflowing] = useState(false);
  useLayoutEffect(() => {
    const frame = element.current;
    const content = frame?.firstElementChild;
    if (!frame || !content) return;
    const observer = new ResizeObserver(() => setIsOverflowing(frame.scrollWidth > frame.clientWidth));
    observer.observe(frame);
    observer.observe(content);
    return () => observer.disconnect();
  }, [element]);
  return isOverflowing;
}
