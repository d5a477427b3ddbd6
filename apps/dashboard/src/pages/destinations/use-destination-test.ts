import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { testWhenAllowed } from "./test-when-allowed.js";

/** Tests a destination on demand and, if `isAtOnce`, also on mount. */
export function useDestinationTest(destinationId: string, isAtOnce: boolean) {
  const [waitSeconds, setWaitSeconds] = useState<number | null>(null);
  const test = useMutation({ mutationFn: () => testWhenAllowed(destinationId, setWaitSeconds) });
  const { mutate } = test;
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!isAtOnce || hasStarted.current) return;
    hasStarted.current = true;
    mutate();
  }, [isAtOnce, mutate]);
  return { ...test, run: () => mutate(), waitSeconds };
}
