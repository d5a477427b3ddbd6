/** What a bar of a chart stands for. */
export interface Bar {
  readonly key: string;
  /** What the bar is of, such as an hour. */
  readonly title: string;
  readonly good: number;
  readonly bad: number;
}
