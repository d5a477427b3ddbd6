/** Thrown by `withTimeLimit` when the time limit is reached. */
export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";
}

/**
 * The result of the work, or a `TimeLimitError` with this message after `limitMs`. The work is not interrupted, and its result
 * is then ignored.
 */
export async function withTimeLimit<Result>(limitMs: number, work: Promise<Result>, sentence: string): Promise<Result> {
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
