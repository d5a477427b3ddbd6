import { ApiError } from "@skucast/client/api/api-error";
import type { WrittenProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Fault } from "@skucast/contracts/problem";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ProfileWriter } from "./profile-writer.js";

const TYPING_MS = 600;

export interface SampleMarket {
  readonly country: string;
  readonly currency: string;
  readonly language: string;
}

/** The sample of an edited profile when typing pauses, or the errors that keep it from being saved. */
export function useSample(writer: ProfileWriter, text: string, market: SampleMarket) {
  const key = useDebounced(JSON.stringify([text, market]), TYPING_MS);
  const { data, error, isFetching } = useQuery({
    queryKey: ["sampleChannelProfile", writer.id, key],
    queryFn: (): Promise<WrittenProfile> => {
      const [settled, at] = JSON.parse(key) as [string, SampleMarket];
      return writer.write(settled, { market: at, limit: 5 });
    },
    retry: false,
    placeholderData: (former) => former,
  });
  const faults: readonly Fault[] = error instanceof ApiError ? error.faults : [];
  return {
    sample: error ? undefined : data?.sample,
    faults,
    /** An error without a position. */
    error: faults.length === 0 ? error : null,
    isFetching: isFetching || key !== JSON.stringify([text, market]),
  };
}

function useDebounced(value: string, waitMs: number): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return debounced;
}
