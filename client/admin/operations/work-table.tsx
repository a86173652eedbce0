/** A table of metrics that scrolls by itself on a narrow screen, by keyboard too. */
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { type ReactElement, useId } from 'react';

export interface MetricsTableProps {
  readonly title: string;
  /** Shown in place of a table without rows. */
  readonly empty: string;
  readonly columns: readonly string[];
  /** Each begins with what names it. */
  readonly rows: readonly (readonly [key: string, ...cells: string[]])[];
}

export function MetricsTable({ title, empty, columns, rows }: MetricsTableProps): ReactElement {
  const id = useId();
  return (
    // A column that may be narrower than the table, which scrolls in it.
    <Box sx={{ my: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography component="h3" variant="subtitle1" id={id}>
        {title}
      </Typography>
      {rows.length === 0 ? (
        <Typography color="textSecondary">{empty}</Typography>
      ) : (
        <Box component="section" sx={{ overflowX: 'auto' }} tabIndex={0} aria-labelledby={id}>
          <Table size="small" aria-labelledby={id}>
            <TableHead>
              <TableRow>
                {columns.map((column, index) => (
                  <TableCell key={column} scope="col" align={index === 0 ? 'left' : 'right'} sx={{ whiteSpace: 'nowrap' }}>
                    {column}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map(([key, name, ...cells]) => (
                <TableRow key={key}>
                  <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere', minWidth: '8rem' }}>
                    {name}
                  </TableCell>
                  {cells.map((cell, index) => (
                    <TableCell key={columns[index + 1]} align="right" sx={{ whiteSpace: 'nowrap' }}>
                      {cell}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
    </Box>
  );
}
