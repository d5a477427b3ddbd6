/** Larger changes count as a change of this many percent. */
const PERCENT_MAX = 1_000;
const STEPS_PER_PERCENT = 10;

/** Collects how much prices changed, up or down, and calculates the median to a tenth of a percent in constant memory. */
export function createPriceChanges() {
  const counts = new Uint32Array(PERCENT_MAX * STEPS_PER_PERCENT + 1);
  let total = 0;
  return {
    add(before: number, now: number): void {
      if (!(before > 0) || Number.isNaN(now)) return;
      const percent = (Math.abs(now - before) / before) * 100;
      const step = Math.min(Math.round(percent * STEPS_PER_PERCENT), counts.length - 1);
      counts[step] = (counts[step] as number) + 1;
      total += 1;
    },
    /** In percent; null when no price was compared. */
    median(): number | null {
      if (total === 0) return null;
      let seen = 0;
      for (let step = 0; step < counts.length; step += 1) {
        seen += counts[step] as number;
        if (2 * seen >= total) return step / STEPS_PER_PERCENT;
      }
      return PERCENT_MAX;
    },
  };
}
