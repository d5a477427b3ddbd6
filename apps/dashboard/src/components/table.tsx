import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useOverflow } from "./use-overflow.js";

export interface Column<Row> {
  readonly key: string;
  readonly title: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Left out where there is little room. */
  readonly isHiddenOnNarrow?: boolean;
  /** Where there is little room, a line below the row's name instead of a cell. */
  readonly isStackedOnNarrow?: boolean;
  readonly align?: "end";
  /** Names the row: read out with each of its other cells. */
  readonly isRowHeader?: boolean;
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** There are more rows than were fetched: asked for when their place comes into sight. */
  readonly onMore?: (() => void) | undefined;
  /** Its rows stand as in a file, however wide that is. */
  readonly isRaw?: boolean;
}

const ROW_HEIGHT = 53;
const OVERSCAN = 12;

/** A table of any length: only the rows in sight are in the page, with room kept for the others. */
export function Table<Row>({ caption, columns, rows, keyOf, onMore, isRaw = false }: TableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  // Wider than the page, it takes the focus itself, to be scrolled by keyboard.
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
  const inSight = virtualizer.getVirtualItems();
  const [first, last] = [inSight[0], inSight.at(-1)];
  // A filtered page may be empty and yet not the last.
  const isNearEnd = rows.length === 0 || (last !== undefined && last.index >= rows.length - OVERSCAN);
  useLayoutEffect(() => {
    if (isNearEnd) onMore?.();
  }, [isNearEnd, onMore]);
  const [before, after] = [
    (first?.start ?? scrollMargin) - scrollMargin,
    virtualizer.getTotalSize() - ((last?.end ?? scrollMargin) - scrollMargin),
  ];
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
          <Gap height={before} span={columns.length} />
          {inSight.map(({ index }) => {
            const row = rows[index];
            return row && <TableRow key={keyOf(row)} row={row} rowIndex={index + 2} columns={columns} />;
          })}
          <Gap height={after} span={columns.length} />
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

const Gap = ({ height, span }: { readonly height: number; readonly span: number }) =>
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
