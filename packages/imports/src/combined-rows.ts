/** The columns by which the rows of one product differ, and the values of the first row, which are the product's own. */
export interface CombinedRows {
  readonly locale?: string | undefined;
  readonly currency?: string | undefined;
  readonly warehouse?: string | undefined;
  readonly image?: string | undefined;
  readonly own: { readonly locale: string; readonly currency: string };
}
