/** A value of a trend. */
export interface TrendPoint {
  /** When, for people. */
  readonly label: string;
  readonly value: number;
}
