/** The first three scheduled failures in a row are retried early, after this many minutes. */
export const RETRY_MINUTES: readonly number[] = [5, 15, 60];
