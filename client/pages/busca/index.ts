import { BuscaDocument } from '../../../shared/graphql/generated/documents/Busca.ts';

export { PaginaBusca as PageComponent } from './page.tsx';

export const documents = [BuscaDocument];
