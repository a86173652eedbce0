import { UnidadesDocument } from '../../../shared/graphql/generated/documents/Unidades.ts';

export { PaginaFaleConosco as PageComponent } from './page.tsx';

export const documents = [UnidadesDocument];
