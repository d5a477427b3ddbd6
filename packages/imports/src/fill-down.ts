/** How rows of one product are combined. */
export interface FillDown {
  /** Columns that only the first row of a product has. */
  readonly columns: readonly string[];
  /** The column with the same value in all rows of one product. */
  readonly within?: string | undefined;
  /** Columns with the product's name: a row with another name belongs to another product. */
  readonly titles?: readonly string[];
  /** The column whose values all rows of a product get, and the column with their order. */
  readonly images?: { readonly column: string; readonly order?: string | undefined } | undefined;
  /** How the rows of variants refer to the row of their product, which need not be directly above them. */
  readonly parents?: ParentColumns | undefined;
  /** How the rows of variants name their parents, if only that says which rows are parents. */
  readonly referred?: ReferredParents | undefined;
}

export interface ReferredParents {
  readonly sku: string;
  /** The column with the SKU of the parent. */
  readonly reference: string;
  /** Columns with the options of a variant: a row that has one is no parent. */
  readonly options: readonly string[];
  /** Columns with the title of a product, and with its stock. Plans of a former version lack them. */
  readonly titles?: readonly string[];
  readonly counts?: readonly string[];
  /** Columns that a variant takes from its parent if they are empty. */
  readonly columns: readonly string[];
  /** Columns of the price, and those of a sale: a variant with a price of its own takes none of them. */
  readonly prices: readonly string[];
  readonly sales: readonly string[];
  /** Columns that say whether a row is published: a variant of a hidden parent takes its value. */
  readonly published: readonly string[];
  /** Whether the first rows show no parent with its variants, so that each parent is judged where it is found. */
  readonly isLate?: boolean;
}

export interface ParentColumns {
  readonly type: string;
  /** Types of rows that are not products themselves. */
  readonly parentTypes: readonly string[];
  readonly reference: string;
  readonly sku: string;
  readonly id?: string | undefined;
  /** Columns that a variant takes from its parent if they are empty. */
  readonly columns: readonly string[];
  /** Columns that a variant takes from its parent only where it has `sameWord`: an empty cell is its own. */
  readonly counted?: readonly string[];
  /** The column with the parent's name, and the column of a variant that takes it. */
  readonly title?: { readonly from: string; readonly to: string } | undefined;
  /** Columns that say whether a row is published: a variant of a hidden parent takes its value. */
  readonly published?: readonly string[];
  /** The lower-cased word that means the parent's value, like an empty cell. */
  readonly sameWord?: string | undefined;
}

export const NO_FILL_DOWN: FillDown = { columns: [] };
