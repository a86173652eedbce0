/**
 * The rows of a list as a table: the title is a link, headings sort, and each row can be chosen. Rows themselves take no clicks, because a
 * keyboard cannot reach them. On a narrow screen the title, the first column and the publication remain.
 */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { type ReactElement, useRef } from 'react';
import { Link, ListNoResults, type RaRecord, RecordContextProvider, useListContext } from 'react-admin';
import { useLostFocus } from '../forms/use-lost-focus.ts';
import { type ContentType, type Field, sortsBy } from '../resources/content-type.ts';
import { datedPublicationLabel, publicationState } from '../resources/publication-state.ts';
import { useNow } from '../time/clock.ts';
import { useTimeZone, writtenMoment } from '../time/institution-time.ts';
import { FieldValue } from './field-value.tsx';

/** Columns that a narrow screen leaves out. */
const WIDE_ONLY = { display: { xs: 'none', md: 'table-cell' } };

/** What a narrow screen shows below the title instead; a link there is far enough from that of the title to be touched alone. */
const NARROW_ONLY = { display: { xs: 'flex', md: 'none' }, flexDirection: 'column', alignItems: 'flex-start', gap: 0.5, mt: 0.5 };

export interface ContentTableProps {
  readonly type: ContentType;
  readonly columns: readonly Field[];
  readonly canChoose: boolean;
}

/** Draws the table of the list around it. */
export function ContentTable({ type, columns, canChoose }: ContentTableProps): ReactElement | null {
  const { data, isPending, selectedIds, onSelect } = useListContext();
  const chooser = useRef<HTMLInputElement>(null);
  useLostFocus(selectedIds.length > 0, () => chooser.current);
  if (isPending || data === undefined) return null;
  if (data.length === 0) return <ListNoResults />;
  const onPage = data.map(({ id }) => id);
  const all = onPage.every((id) => selectedIds.includes(id));
  /** What is chosen on other pages stays chosen. */
  const chooseAll = (): void => onSelect([...selectedIds.filter((id) => !onPage.includes(id)), ...(all ? [] : onPage)]);
  return (
    <TableContainer component={Paper}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {canChoose ? (
              <TableCell padding="checkbox">
                <Checkbox
                  checked={all}
                  onChange={chooseAll}
                  slotProps={{ input: { ref: chooser, 'aria-label': 'Escolher todos desta página' } }}
                />
              </TableCell>
            ) : null}
            <Heading type={type} name={type.title} label={labelOf(type, type.title)} />
            {columns.map(({ name, label }) => (
              <Heading key={name} type={type} name={name} label={label} wideOnly />
            ))}
            {type.publication === undefined ? null : (
              <Heading type={type} name={type.publication.since?.column ?? ''} label="Situação no site" wideOnly />
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {data.map((record) => (
            <RecordContextProvider key={record.id} value={record}>
              <ContentRow type={type} columns={columns} canChoose={canChoose} record={record} />
            </RecordContextProvider>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function labelOf(type: ContentType, column: string): string {
  return type.fields.find(({ name }) => name === column)?.label ?? column;
}

interface HeadingProps {
  readonly type: ContentType;
  readonly name: string;
  readonly label: string;
  readonly wideOnly?: boolean;
}

function Heading({ type, name, label, wideOnly }: HeadingProps): ReactElement {
  const { sort, setSort } = useListContext();
  const active = sort.field === name;
  const direction = active && sort.order === 'DESC' ? 'desc' : 'asc';
  const next = active && sort.order === 'ASC' ? 'DESC' : 'ASC';
  if (!sortsBy(type, name)) return <TableCell sx={wideOnly === true ? WIDE_ONLY : {}}>{label}</TableCell>;
  return (
    <TableCell sortDirection={active ? direction : false} sx={wideOnly === true ? WIDE_ONLY : {}}>
      <TableSortLabel active={active} direction={direction} onClick={() => setSort({ field: name, order: next })}>
        {label}
      </TableSortLabel>
    </TableCell>
  );
}

function ContentRow({ type, columns, canChoose, record }: ContentTableProps & { readonly record: RaRecord }): ReactElement {
  const { selectedIds, onToggleItem } = useListContext();
  // Rows may have the same title: the office of a member, or the moment of a meeting.
  const [first] = columns;
  const title = titleOf(type, record, useTimeZone());
  const chosen = selectedIds.includes(record.id);
  return (
    <TableRow hover selected={chosen}>
      {canChoose ? (
        <TableCell padding="checkbox">
          <Checkbox
            checked={chosen}
            onChange={() => onToggleItem(record.id)}
            slotProps={{ input: { 'aria-label': `Escolher ${title}` } }}
          />
        </TableCell>
      ) : null}
      <TableCell component="th" scope="row">
        <Link to={`/${type.table}/${encodeURIComponent(record.id)}`}>{title}</Link>
        <Box sx={NARROW_ONLY}>
          {first === undefined ? null : <FieldValue field={first} />}
          <StateChip type={type} record={record} />
        </Box>
      </TableCell>
      {columns.map((field) => (
        <TableCell key={field.name} sx={WIDE_ONLY}>
          <FieldValue field={field} />
        </TableCell>
      ))}
      {type.publication === undefined ? null : (
        <TableCell sx={WIDE_ONLY}>
          <StateChip type={type} record={record} />
        </TableCell>
      )}
    </TableRow>
  );
}

/** A row without a title is named by its key, so that its link has a name. */
function titleOf(type: ContentType, record: RaRecord, timeZone: string): string {
  const title: unknown = record[type.title];
  if (typeof title !== 'string' || title === '') return `${type.one} ${record.id}`;
  const field = type.fields.find(({ name }) => name === type.title);
  return field?.kind === 'date-time' ? writtenMoment(title, timeZone, 'long') : title;
}

function StateChip({ type, record }: { readonly type: ContentType; readonly record: RaRecord }): ReactElement | null {
  const { publication } = type;
  const now = useNow();
  const timeZone = useTimeZone();
  if (publication === undefined) return null;
  const state = publicationState(publication, record, { now, timeZone });
  const shown = state.kind === 'visible' ? 'success' : 'default';
  return (
    <Chip
      size="small"
      variant="outlined"
      color={shown}
      label={datedPublicationLabel(state)}
      sx={{ '& .MuiChip-label': { whiteSpace: { md: 'nowrap' } } }}
    />
  );
}
