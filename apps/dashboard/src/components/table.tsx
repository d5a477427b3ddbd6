import { type CSSProperties, type ReactNode, useContext, useLayoutEffect, useRef, useState } from "react";
import { importFirstView } from "../import-when-reachable.js";
import { loadOnDemand } from "../load-on-demand.js";
import { CardContext } from "./card.js";
import { ColumnHead } from "./column-head.js";
import type { ColumnSort } from "./column-sort.js";
import { OVERSCAN, ROW_HEIGHT, type RowWindow } from "./row-window.js";
import { type ColumnWidths, useColumnWidths } from "./use-column-widths.js";
import { useOverflow } from "./use-overflow.js";

export interface Column<Row> {
  readonly key: string;
  readonly title: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Hidden on narrow screens. */
  readonly isHiddenOnNarrow?: boolean;
  /** On narrow screens, a line below the row's header instead of a cell. */
  readonly isStackedOnNarrow?: boolean;
  readonly align?: "end";
  /** The row's header: screen readers announce it with each cell of the row. */
  readonly isRowHeader?: boolean;
  /** In a table with fixed columns: pixels. A column without a width takes the remaining space. */
  readonly widthPx?: number;
  /** Set if the list can be sorted by the column. */
  readonly sort?: ColumnSort;
  /** In a table with fixed columns: the column keeps its width. */
  readonly isUnadjustable?: boolean;
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Called when the end of the rows comes into view, if there are more to fetch. */
  readonly onMore?: (() => void) | undefined;
  /** Shows the rows of a file as they are, however wide. */
  readonly isRaw?: boolean;
  /** Gives the columns fixed widths that the user can adjust. This device keeps them under this name. */
  readonly widthsName?: string | undefined;
}

/** Loaded after the first rows are shown, which a slow line would otherwise wait for. */
const VirtualRows = loadOnDemand(async () => (await importFirstView(() => import("./virtual-rows.js"))).VirtualRows);
/** What is shown until then: more than a screen has. */
const FIRST_ROWS = 40;

const firstWindow = (count: number): RowWindow => ({
  first: 0,
  end: Math.min(count, FIRST_ROWS),
  before: 0,
  after: Math.max(0, count - FIRST_ROWS) * ROW_HEIGHT,
  measureRow: () => undefined,
});

/**
 * A virtualized table: only the visible rows are in the DOM, with space reserved for the others. A table of a page scrolls
 * with the page. A table in a card scrolls in the card if it is long, so that the rest of the page stays in reach.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, onMore, isRaw = false, widthsName } = props;
  const isInCard = useContext(CardContext);
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const [virtual, setVirtual] = useState<RowWindow | null>(null);
  const { first, end, before, after, measureRow } = virtual ?? firstWindow(rows.length);
  const widths = useColumnWidths(widthsName);
  // A frame that scrolls takes the focus, so that it can be scrolled by keyboard.
  const overflow = useOverflow(frame);
  // A filtered page can be empty although more pages follow.
  const isNearEnd = rows.length === 0 || (virtual !== null && end > rows.length - OVERSCAN);
  useLayoutEffect(() => {
    if (isNearEnd) onMore?.();
  }, [isNearEnd, onMore]);
  const className = isInCard ? "bounded" : "";
  const isScrollable = overflow.isWide || (overflow.isHigh && className !== "");
  const classes = ["table-frame", className, isRaw && "raw", overflow.isWide && "wide"].filter(Boolean).join(" ");
  // The virtualizer comes after the frame, whose ref it reads when it appears.
  return (
    <>
      <div className={classes} ref={frame} {...(isScrollable && { tabIndex: 0 })}>
        <table
          aria-rowcount={onMore ? -1 : rows.length + 1}
          {...(widths && { className: "fixed", style: leastWidth(columns, widths) })}
        >
          <caption className="visually-hidden">{caption}</caption>
          {widths && <ColumnGroup columns={columns} widths={widths} />}
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  className={classOf(column)}
                  aria-sort={column.sort?.direction ?? undefined}
                >
                  {widths && !column.isUnadjustable && typeof column.title === "string" ? (
                    <ColumnHead
                      title={column.title}
                      sort={column.sort}
                      widthPx={widths.of(column.key) ?? column.widthPx}
                      onWidth={(widthPx) => widths.set(column.key, widthPx)}
                    />
                  ) : (
                    column.title
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            <Spacer height={before} span={columns.length} />
            {rows.slice(first, end).map((row, place) => (
              <TableRow key={keyOf(row)} row={row} index={first + place} columns={columns} measureRow={measureRow} />
            ))}
            <Spacer height={after} span={columns.length} />
          </tbody>
        </table>
      </div>
      <VirtualRows count={rows.length} frame={frame} body={body} isInCard={isInCard} onWindow={setVirtual} />
    </>
  );
}

/** A column without a width keeps this much; a table that needs more than its place scrolls sideways. */
const FREE_COLUMN_PX = 160;

function leastWidth(columns: ColumnGroupProps["columns"], widths: ColumnWidths): CSSProperties {
  const pixels = columns.map(({ key, widthPx }) => widths.of(key) ?? widthPx ?? FREE_COLUMN_PX);
  return { "--least-width": `${pixels.reduce((sum, each) => sum + each, 0)}px` } as CSSProperties;
}

interface ColumnGroupProps {
  readonly columns: readonly Pick<Column<never>, "key" | "widthPx" | "isHiddenOnNarrow" | "isStackedOnNarrow">[];
  readonly widths: ColumnWidths;
}

const ColumnGroup = ({ columns, widths }: ColumnGroupProps) => (
  <colgroup>
    {columns.map((column) => {
      const width = widths.of(column.key) ?? column.widthPx;
      // A property of our own, which the style sheet applies on wide screens only.
      const style = (width === undefined ? {} : { "--column-width": `${width}px` }) as CSSProperties;
      return <col key={column.key} className={classOf(column)} style={style} />;
    })}
  </colgroup>
);

interface RowProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  readonly measureRow: (row: HTMLTableRowElement | null) => void;
}

const TableRow = <Row,>({ row, index, columns, measureRow }: RowProps<Row>) => (
  <tr aria-rowindex={index + 2} data-index={index} ref={measureRow}>
    {columns.map((column) =>
      column.isRowHeader ? (
        <th key={column.key} scope="row" className={classOf(column)}>
          {column.cell(row)}
          {columns
            .filter(({ isStackedOnNarrow }) => isStackedOnNarrow)
            .map(({ key, cell }) => (
              <span key={key} className="narrow-line soft">
                {cell(row)}
              </span>
            ))}
        </th>
      ) : (
        <td key={column.key} className={classOf(column)}>
          {column.cell(row)}
        </td>
      ),
    )}
  </tr>
);

const Spacer = ({ height, span }: { readonly height: number; readonly span: number }) =>
  height > 0 && (
    <tr>
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  );

const classOf = ({
  isHiddenOnNarrow,
  isStackedOnNarrow,
  align,
}: Pick<Column<never>, "isHiddenOnNarrow" | "isStackedOnNarrow" | "align">): string =>
  `${isHiddenOnNarrow || isStackedOnNarrow ? "extra " : ""}${align ?? ""}`.trim();
