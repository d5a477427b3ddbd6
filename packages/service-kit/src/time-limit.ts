/** Thrown by `withinTime` when the work took too long. */
export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";
}

/**
 * The result of the work, or a `TimeLimitError` with the sentence after `limitMs`. The work itself goes on unless it watches a signal
 * of its own; what becomes of it is then nobody's concern.
 */
export async function withinTime<Result>(limitMs: number, work: Promise<Result>, sentence: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError(sentence)), limitMs);
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
  }
}
