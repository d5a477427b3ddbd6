import { Problem } from "@skucast/contracts/problem";

/** How many may be inside at once, for each name. */
export interface Places {
  /** Answers how to leave. Throws 429 when it is full. */
  enter(name: string): () => void;
}

export function createPlaces(max: number): Places {
  const inside = new Map<string, number>();
  return {
    enter(name) {
      const count = inside.get(name) ?? 0;
      if (count >= max) {
        const detail = `At most ${max} files are fetched at once with one credential.`;
        throw new Problem("rate_limited", detail, { headers: { "Retry-After": "5" } });
      }
      inside.set(name, count + 1);
      return () => {
        const left = (inside.get(name) ?? 1) - 1;
        if (left === 0) inside.delete(name);
        else inside.set(name, left);
      };
    },
  };
}
