import type { ReactElement } from 'react';
import { OrgaoColegiadoDocument } from '../../../shared/graphql/generated/documents/OrgaoColegiado.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { OrgaoColegiado } from './page.tsx';

/** The page of the four collegiate bodies; the route names the body. */
export function PaginaOrgao(): ReactElement {
  const [orgao] = useOperation(OrgaoColegiadoDocument).orgao_colegiado;
  return <OrgaoColegiado orgao={orgao} />;
}
