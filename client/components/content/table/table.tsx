import { type ReactElement, type ReactNode, useId } from 'react';
import { classNames } from '../../class-names.ts';
import styles from './table.module.css';

export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  /** 'end' for numbers. */
  readonly align?: 'start' | 'end';
  /** Half of the table, or as narrow as a number; the others share what is left. */
  readonly width?: 'wide' | 'narrow';
  /** The cell names its row. */
  readonly rowHeader?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface Props<Row> {
  readonly caption: string;
  readonly captionVisible?: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  readonly emptyText?: string;
}

/**
 * A table of data. Where it is wider than its place it scrolls inside a region that the keyboard reaches. In a narrow place a row of four columns
 * and more, or with one that wants half of the place, is a block of facts with their names (decision 0129): readers do not look for columns that are out
 * of sight. Widths of columns do not follow from the rows, so that nothing moves while a long table arrives.
 */
export function Table<Row>(props: Props<Row>): ReactElement {
  const { caption, captionVisible = true, columns, rows, rowKey, emptyText = 'Nenhuma informação.' } = props;
  const id = useId();
  // Columns of numbers are narrow, and are compared from row to row.
  const isStacked =
    (columns.length >= 4 || columns.some(({ width }) => width === 'wide')) && columns.filter(({ align }) => align === 'end').length < 3;
  return (
    <div className={styles.place}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- the keyboard scrolls only what takes the focus (WCAG 2.1.1), and a section would want a heading beside the caption */}
      <div role="region" className={classNames(styles.region, isStacked && styles.stacked)} aria-labelledby={id} tabIndex={0}>
        <table className={styles.table}>
          <caption id={id} className={captionVisible ? styles.caption : 'somente-leitor'}>
            {caption}
          </caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  className={classNames(
                    column.align === 'end' && styles.end,
                    column.width === 'wide' && styles.wide,
                    column.width === 'narrow' && styles.narrow,
                  )}
                >
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.length === 0 ? (
              <tr>
                <td colSpan={columns.length}>{emptyText}</td>
              </tr>
            ) : null}
            {rows.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map((column) => (
                  <Cell key={column.key} column={column} row={row} named={isStacked} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  /** The stylesheet shows the name of its column beside it on phones. */
  readonly named: boolean;
}

function Cell<Row>({ column, row, named }: CellProps<Row>): ReactElement {
  const className = classNames(column.align === 'end' && styles.end);
  return column.rowHeader === true ? (
    <th scope="row" className={className}>
      {column.cell(row)}
    </th>
  ) : (
    <td className={className} data-coluna={named ? column.label : undefined}>
      {column.cell(row)}
    </td>
  );
}
