import { OrgaoColegiadoDocument } from '../../../shared/graphql/generated/documents/OrgaoColegiado.ts';

export { PaginaOrgao as PageComponent } from '../orgao-colegiado/pagina-orgao.tsx';

export const documents = [OrgaoColegiadoDocument];
