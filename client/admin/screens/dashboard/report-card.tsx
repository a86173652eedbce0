/** One report of the first screen: a heading, what it means, and rows that lead to what is to be done. */
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import { type ReactElement, type ReactNode, useId } from 'react';
import { Link } from 'react-admin';
import { CONTENT_TYPES } from '../../resources/content-types.ts';
import { SHOWN_ROWS } from './report.ts';

export interface ReportCardProps<Row> {
  readonly title: string;
  readonly about: string;
  readonly rows: readonly Row[] | undefined;
  /** Address of the screen that has all rows; null where this is it. */
  readonly all: string | null;
  readonly keyOf: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
}

/** As wide as a card can be read, as many beside each other as the screen has room for. */
export const CARD_GRID = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 24rem), 1fr))',
  alignItems: 'start',
  mt: 2,
};

const ROW = { display: 'block', overflowWrap: 'anywhere', '&::first-letter': { textTransform: 'uppercase' } };

/** Draws the report; nothing where the role may not read it or nothing is to be done. */
export function ReportCard<Row>({ title, about, rows, all, keyOf, children }: ReportCardProps<Row>): ReactElement | null {
  const heading = useId();
  if (rows === undefined || rows.length === 0) return null;
  return (
    <Card component="section" aria-labelledby={heading} variant="outlined">
      <CardContent>
        <Typography id={heading} component="h2" variant="h6">
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {about}
        </Typography>
        <List dense>
          {(all === null ? rows : rows.slice(0, SHOWN_ROWS)).map((row) => (
            <ListItem key={keyOf(row)} disableGutters sx={ROW}>
              {children(row)}
            </ListItem>
          ))}
        </List>
        {all !== null && rows.length > SHOWN_ROWS ? <Link to={all}>{`E há mais. Ver todos: ${title}`}</Link> : null}
      </CardContent>
    </Card>
  );
}

/** A link to the form of a row, or only its text where this application has no form of the table. */
export function RowLink({
  table,
  id,
  text,
}: {
  readonly table: string;
  readonly id: string | number | null;
  readonly text: string;
}): ReactElement {
  if (!CONTENT_TYPES.some((type) => type.table === table)) return <>{text}</>;
  return <Link to={id === null ? `/${table}/create` : `/${table}/${encodeURIComponent(id)}`}>{text}</Link>;
}
