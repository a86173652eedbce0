/** The list of a content type: search, filters, columns and bulk actions from its description. */

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactElement, type ReactNode, useRef } from 'react';
import {
  BulkActionsToolbar,
  BulkDeleteButton,
  CreateButton,
  FilterButton,
  List,
  SearchInput,
  TopToolbar,
  useListContext,
} from 'react-admin';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { SEARCH_KEY } from '../data/where.ts';
import { SeveralFilesOfList } from '../editing/files/several-files.tsx';
import { FieldInput } from '../forms/field-input.tsx';
import { useLostFocus } from '../forms/use-lost-focus.ts';
import type { ContentType, Field } from '../resources/content-type.ts';
import { useTableAccess } from '../session/contexts.ts';
import { ChooseAll } from './choose-all.tsx';
import { ContentTable } from './content-table.tsx';
import { DeletedRowsButton } from './deleted/deleted-rows-button.tsx';
import { DocumentsFromFiles } from './documents-from-files/documents-from-files.tsx';
import { DocumentsFromSpreadsheet } from './documents-from-spreadsheet/documents-from-spreadsheet.tsx';
import { ExportButton } from './export-button.tsx';
import { ListPagination } from './list-pagination.tsx';
import { ListStatus } from './list-status.tsx';
import { NationalHolidays } from './national-holidays.tsx';
import { PublicationActions } from './publication-actions.tsx';

/** Draws the list. */
export function ContentList({ type }: { readonly type: ContentType }): ReactElement {
  const access = useTableAccess(type.table);
  const columns = type.columns
    .map((name) => type.fields.find((field) => field.name === name))
    .filter((field): field is Field => field !== undefined && access.readable.has(field.name));
  const canPublish = type.publication !== undefined && access.changeable.has(type.publication.flag);
  return (
    <List
      filters={filtersOf(type)}
      sort={{ field: type.order.column, order: type.order.direction }}
      actions={
        <ListActions type={type} canCreate={access.insertable.size > 0 && type.single === undefined && type.madeElsewhere !== true} />
      }
      exporter={false}
      pagination={<ListPagination />}
      empty={false}
    >
      {type.about === undefined ? null : <Typography sx={{ px: 2, py: 1 }}>{type.about}</Typography>}
      {type.sentFromList === true && access.changeable.size > 0 ? <SeveralFilesOfList /> : null}
      {type.madeFromFiles === true && access.insertable.size > 0 ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
          <DocumentsFromFiles />
          <DocumentsFromSpreadsheet />
        </Box>
      ) : null}
      {type.hasNationalHolidays === true && access.insertable.size > 0 ? <NationalHolidays /> : null}
      <ListStatus type={type} />
      <BulkActions>
        {canPublish ? <PublicationActions publication={type.publication} /> : null}
        {access.canDelete ? <BulkDeleteButton mutationMode="pessimistic" /> : null}
      </BulkActions>
      <ContentTable type={type} columns={columns} canChoose={canPublish || access.canDelete} />
    </List>
  );
}

/** What can be done with the chosen rows. react-admin hides its bar by height alone, where a keyboard still reaches the buttons. */
function BulkActions({ children }: { readonly children: ReactNode }): ReactElement | null {
  const { selectedIds } = useListContext();
  if (selectedIds.length === 0) return null;
  return (
    <Box sx={NARROW_BAR}>
      <BulkActionsToolbar label={formatCount(selectedIds.length, 'escolhido', 'escolhidos')} selectAllButton={<ChooseAll />}>
        {children}
      </BulkActionsToolbar>
    </Box>
  );
}

/** On a narrow screen the bar takes the lines that it needs above the table. react-admin lays it over what is above, one line high. */
const NARROW_BAR = {
  '&& .RaBulkActionsToolbar-toolbar': {
    position: { xs: 'static', md: 'absolute' },
    transform: { xs: 'none', md: 'translateY(-48px)' },
    height: { xs: 'auto', md: '48px' },
    flexWrap: { xs: 'wrap', md: 'nowrap' },
  },
};

function ListActions({ type, canCreate }: { readonly type: ContentType; readonly canCreate: boolean }): ReactElement {
  const { displayedFilters } = useListContext();
  const place = useRef<HTMLDivElement>(null);
  // The button of a filter that is taken away goes with it.
  useLostFocus(Object.keys(displayedFilters).join(), () => place.current?.querySelector('button'));
  return (
    <TopToolbar sx={{ flexWrap: 'wrap' }}>
      <Box ref={place} sx={{ display: 'contents' }}>
        <FilterButton />
      </Box>
      {type.single === undefined ? <ExportButton type={type} /> : null}
      <DeletedRowsButton type={type} />
      {canCreate ? <CreateButton /> : null}
    </TopToolbar>
  );
}

/** The search stands always, the other filters when the person adds them. */
function filtersOf(type: ContentType): ReactElement[] {
  const chosen = type.filters.flatMap((name) => type.fields.filter((field) => field.name === name));
  return [
    <SearchInput key={SEARCH_KEY} source={SEARCH_KEY} alwaysOn />,
    ...chosen.map(({ required: _required, initial: _initial, ...field }) => (
      <FilterInput key={field.name} field={field as Field} source={field.name} label={field.label} />
    )),
  ];
}

/** react-admin reads `source` and `label` from the element of a filter. */
function FilterInput({ field, source }: { readonly field: Field; readonly source: string; readonly label: string }): ReactElement {
  return <FieldInput field={field} source={source} />;
}
