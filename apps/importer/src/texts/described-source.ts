/** What mails say about a source. */
export interface DescribedSource {
  /** As users entered it. */
  readonly name: string;
  readonly sourceId: string;
  readonly importId: string;
  readonly error: string | null;
  /** Whether the file broke off, after rows that were imported. Default: not. */
  readonly isCutOff?: boolean;
  /** When the source is fetched again without a user: early after a scheduled failure, at its next time, or never. */
  readonly retries: "early" | "on_schedule" | "never";
}
