import type { ReactNode } from 'react';
import { roomyQuery, useMediaQuery } from '../../browser/screen.ts';
import { classNames } from '../../ui/class-names.ts';

export interface Column<Row> {
  readonly header: string;
  /** Only for screen readers, as above a column of menus. */
  readonly isHeaderHidden?: boolean;
  readonly isNumber?: boolean;
  readonly className?: string;
  readonly cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The row as a card on phones. */
  children: (row: Row) => ReactNode;
}

/** A table, or a list of cards on phones. */
export function DataTable<Row>({ label, columns, rows, keyOf, children }: DataTableProps<Row>) {
  const isRoomy = useMediaQuery(roomyQuery);
  if (!isRoomy) {
    return (
      <ul aria-label={label} className="divide-y divide-line">
        {rows.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
    );
  }
  return (
    <table aria-label={label} className="w-full table-fixed text-left">
      <thead>
        <tr className="border-b border-line text-13 text-muted">
          {columns.map(({ header, isHeaderHidden, isNumber, className }) => (
            <th
              key={header}
              scope="col"
              className={classNames(cellClasses, 'h-10 font-medium', isNumber && 'text-right', className)}
            >
              {isHeaderHidden ? <span className="sr-only">{header}</span> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row) => (
          <tr key={keyOf(row)} className="transition-colors hover:bg-hover/50">
            {columns.map(({ header, isNumber, className, cell }) => (
              <td
                key={header}
                className={classNames(cellClasses, 'h-14 py-2', isNumber && 'text-right tabular-nums', className)}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const cellClasses = 'px-3 first:pl-5 last:pr-5';
