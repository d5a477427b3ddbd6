import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { ChannelPreview } from "@skucast/contracts/channels/preview";
import type { Candidate } from "@skucast/db/products/read-candidates";
import type { Cell } from "@skucast/profiles/channel/cell";
import type { CompiledChannel } from "@skucast/profiles/channel/compile-channel";
import { type MappedDocument, mapDocument } from "@skucast/profiles/channel/map-document";
import { withIdComparison } from "@skucast/profiles/channel/watch-ids";
import { withVariantComparison } from "@skucast/profiles/channel/watch-variants";
import { itemsOf } from "@skucast/profiles/formats/cell-text";
import { valueWriterFor } from "@skucast/profiles/values/write-values";

type Reported = Pick<
  ChannelPreview,
  "profile" | "counts" | "columns" | "rows" | "excluded" | "invalid" | "issue_counts" | "truncated"
>;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Counts the results of products, and collects the first ones of each kind. */
export interface PreviewReport {
  add(candidate: Candidate): void;
  /** The SKUs of all entries of the lists, in the order in which they were added. */
  readonly listed: readonly string[];
  finish(): Reported;
}

/** Always selected = written + excluded + invalid, as in a run. Each list has at most `limit` entries. */
export function createPreviewReport(compiled: CompiledChannel, limit: number): PreviewReport {
  const channel = withVariantComparison(withIdComparison(compiled));
  const { profile, columns } = channel;
  const write = valueWriterFor(columns, "elements");
  const counts = { selected: 0, written: 0, excluded: 0, invalid: 0, warnings: 0 };
  const rows: Reported["rows"] = [];
  const excluded: Reported["excluded"] = [];
  const invalid: Reported["invalid"] = [];
  const listed: string[] = [];
  const issueCounts = new Map<string, Mutable<Reported["issue_counts"][number]>>();

  function countIssues(issues: MappedDocument["issues"]): void {
    const kinds = new Map(issues.map((issue) => [`${issue.code} ${issue.field} ${issue.severity}`, issue]));
    for (const [kind, { code, field, severity }] of kinds) {
      const counted = issueCounts.get(kind) ?? { code, field, severity, products: 0 };
      counted.products += 1;
      issueCounts.set(kind, counted);
    }
  }

  function addExcluded(entry: Reported["excluded"][number]): void {
    counts.excluded += 1;
    if (excluded.length === limit) return;
    listed.push(entry.sku);
    excluded.push(entry);
  }

  function addMapped(sku: string, { isValid, isExcluded, cells, issues }: MappedDocument): void {
    countIssues(issues);
    if (isExcluded) {
      addExcluded({ sku, reasons: ["rule"], issues: [...issues] });
      return;
    }
    if (!isValid) {
      counts.invalid += 1;
      if (invalid.length === limit) return;
      listed.push(sku);
      invalid.push({ sku, issues: issues.map((issue) => ({ ...issue, sku })) });
      return;
    }
    counts.written += 1;
    if (issues.length > 0) counts.warnings += 1;
    if (rows.length === limit) return;
    const written = write ? write(cells) : cells;
    const named = columns.map((column, index) => [column.name, withoutCut(written[index], column)] as const);
    const row = Object.fromEntries(named.filter(([, cell]) => cell !== undefined));
    listed.push(sku);
    rows.push({ sku, row, issues: [...issues] });
  }

  return {
    listed,
    add({ sku, doc, exclusions }) {
      counts.selected += 1;
      if (exclusions.length === 0) {
        addMapped(sku, mapDocument(channel, doc));
        return;
      }
      addExcluded({ sku, reasons: [...exclusions] });
    },
    finish: () => ({
      profile: `${profile.name}@${profile.version}`,
      counts,
      columns: columns.map(({ name }) => name),
      rows,
      excluded,
      invalid,
      issue_counts: [...issueCounts.values()].sort((a, b) => b.products - a.products),
      truncated: {
        rows: counts.written - rows.length,
        excluded: counts.excluded - excluded.length,
        invalid: counts.invalid - invalid.length,
      },
    }),
  };
}

/** A list without the items that files of the channel leave out. */
const withoutCut = (cell: Cell, column: Column): unknown => (Array.isArray(cell) ? itemsOf(cell, column) : cell);
