import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import { fixHintOf } from "@skucast/contracts/channel-profiles/issue-codes";
import type { RunIssue } from "@skucast/contracts/runs/run";
import type { Cell, StoredProduct } from "./cell.js";
import type { CompiledChannel } from "./compile-channel.js";
import { error, type RowIssue } from "./issue.js";

/** A stored product as the channel would publish it, with its issues as clients see them. */
export interface MappedDocument {
  /** Empty when the stored text is not a product. */
  readonly sku: string;
  readonly isValid: boolean;
  /** Whether a rule excludes the product. */
  readonly isExcluded: boolean;
  readonly cells: readonly Cell[];
  readonly issues: readonly RunIssue[];
}

/** The issues of a valid row whose cells the file format changes. */
export type FormatIssuesOf = (cells: readonly Cell[]) => readonly RowIssue[];

/**
 * Maps a product's stored JSON. Text that is not a product gets the issue `unreadable`. With `formatIssuesOf`, the issues
 * of a valid row include the changes that the format makes.
 */
export function mapDocument(channel: CompiledChannel, json: string, formatIssuesOf?: FormatIssuesOf): MappedDocument {
  const product = readDocument(json);
  if (product === undefined)
    return { sku: "", isValid: false, isExcluded: false, cells: [], issues: [runIssueOf(UNREADABLE, "")] };
  const { isValid, isExcluded = false, cells, issues: found } = channel.map(product);
  const changes = isValid ? (formatIssuesOf?.(cells) ?? NO_CHANGES) : NO_CHANGES;
  const issues = changes.length === 0 ? found : [...found, ...changes];
  const sku = String(product.sku);
  return {
    sku,
    isValid,
    isExcluded,
    cells,
    issues: issues.length === 0 ? NONE : issues.map((issue) => runIssueOf(issue, sku, channel.profile)),
  };
}

/** Parses a stored product; undefined if the text is not one. */
export function readDocument(json: string): StoredProduct | undefined {
  try {
    const product: unknown = JSON.parse(json);
    return typeof product === "object" && product !== null ? (product as StoredProduct) : undefined;
  } catch {
    return undefined;
  }
}

const NONE: readonly RunIssue[] = [];
const NO_CHANGES: readonly RowIssue[] = [];
/** The issue of a stored text that is not a product. */
export const UNREADABLE: RowIssue = error("unreadable", "", "the stored product cannot be read");

/** An issue of a product as clients see it, with a hint how to fix it. */
export function runIssueOf(
  { severity, code, field, message }: RowIssue,
  sku: string,
  profile?: ProfileDefinition,
): RunIssue {
  const source = profile && (profile.columns.find(({ name }) => name === field)?.source ?? profile.source);
  return { sku, severity, code, field, message, fix_hint: fixHintOf(code), ...(source && { source }) };
}
