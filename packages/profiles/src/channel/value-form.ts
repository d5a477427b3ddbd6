/** What a column's values, or the items of its lists, must be. The fields of products are checked when they are stored. */
export interface ValueForm {
  readonly accepts: (value: unknown) => boolean;
  /** What they must be, as a phrase after "must be". */
  readonly what: string;
}
