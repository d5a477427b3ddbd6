/** How rows that belong to one product are put together. */
export interface FillDown {
  /** Columns that are given on the first of several rows alone. */
  readonly columns: readonly string[];
  /** The column in which the rows of one product agree. */
  readonly within?: string | undefined;
  /** Columns that name the product: a row with another name is none of the product above. */
  readonly titles?: readonly string[];
  /** The column of which each row of a product takes all values, and the one that says their order. */
  readonly images?: { readonly column: string; readonly order?: string | undefined } | undefined;
  /** How variants name the row of the product that they are variants of, which need not stand above them. */
  readonly parents?: ParentColumns | undefined;
}

export interface ParentColumns {
  readonly type: string;
  /** Types of rows that are no product of their own. */
  readonly parentTypes: readonly string[];
  readonly reference: string;
  readonly sku: string;
  readonly id?: string | undefined;
  /** What a variant takes from its parent where it says nothing. */
  readonly columns: readonly string[];
}

export const NO_FILL_DOWN: FillDown = { columns: [] };
