/** Keeps the clock of the screens that of the institution: its zone may be changed while the application is open. */
import { type ReactElement, type ReactNode, useContext } from 'react';
import { useGetList } from 'react-admin';
import { useTableAccess } from '../session/contexts.ts';
import { TimeZoneContext } from '../time/institution-time.ts';

interface Identity {
  readonly id: number;
  readonly fuso_horario?: string;
}

const TABLE = 'configuracao_site';

/**
 * Gives the screens the zone as it is now. A list is asked for and not the row, since react-admin renews lists when a row is saved, and when the
 * window is looked at again, without touching the form in which the editor writes.
 */
export function InstitutionZone({ children }: { readonly children: ReactNode }): ReactElement {
  const ofDocument = useContext(TimeZoneContext);
  const enabled = useTableAccess(TABLE).readable.has('fuso_horario');
  const { data } = useGetList<Identity>(TABLE, { pagination: { page: 1, perPage: 1 } }, { enabled });
  return <TimeZoneContext value={data?.[0]?.fuso_horario ?? ofDocument}>{children}</TimeZoneContext>;
}
