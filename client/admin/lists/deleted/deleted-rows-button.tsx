/** Opens what was deleted from the list around it, for a person who may delete from it and add to it. */
import Button from '@mui/material/Button';
import { type ReactElement, use, useState } from 'react';
import { lazyComponent } from '../../loading/lazy-component.tsx';
import type { ContentType } from '../../resources/content-type.ts';
import { EditingContext, GraphqlContext, useTableAccess } from '../../session/contexts.ts';

const DeletedRows = lazyComponent({ load: async () => (await import('./deleted-rows.tsx')).DeletedRows });

export function DeletedRowsButton({ type }: { readonly type: ContentType }): ReactElement | null {
  const run = use(GraphqlContext);
  const edits = use(EditingContext);
  const access = useTableAccess(type.table);
  const [isOpen, setOpen] = useState(false);
  // The audit trail is read by who edits, and of the tables of that role alone.
  if (run === null || !edits || access.role !== undefined || !access.canDelete || access.insertable.size === 0) return null;
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Excluídos
      </Button>
      {isOpen && <DeletedRows type={type} access={access} run={run} onClose={() => setOpen(false)} />}
    </>
  );
}
