import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
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
}

const ROW_HEIGHT = 53;
const OVERSCAN = 12;

/** A virtualized table: only the visible rows are in the DOM, with space reserved for the others. */
export function Table<Row>({ caption, columns, rows, keyOf, onMore, isRaw = false }: TableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  // A table wider than the page takes the focus, so that it can be scrolled by keyboard.
  const isWide = useOverflow(frame);
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin,
  });
  const visibleItems = virtualizer.getVirtualItems();
  const first = visibleItems[0];
  const last = visibleItems.at(-1);
  // A filtered page can be empty although more pages follow.
  const isNearEnd = rows.length === 0 || (last !== undefined && last.index >= rows.length - OVERSCAN);
  useLayoutEffect(() => {
    if (isNearEnd) onMore?.();
  }, [isNearEnd, onMore]);
  const before = (first?.start ?? scrollMargin) - scrollMargin;
  const after = virtualizer.getTotalSize() - ((last?.end ?? scrollMargin) - scrollMargin);
  return (
    <div className={isRaw ? "table-frame raw" : "table-frame"} ref={frame} {...(isWide && { tabIndex: 0 })}>
      <table aria-rowcount={onMore ? -1 : rows.length + 1}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Spacer height={before} span={columns.length} />
          {visibleItems.map(({ index }) => {
            const row = rows[index];
            return row && <TableRow key={keyOf(row)} row={row} rowIndex={index + 2} columns={columns} />;
          })}
          <Spacer height={after} span={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

interface RowProps<Row> {
  readonly row: Row;
  readonly rowIndex: number;
  readonly columns: readonly Column<Row>[];
}

const TableRow = <Row,>({ row, rowIndex, columns }: RowProps<Row>) => (
  <tr aria-rowindex={rowIndex}>
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
