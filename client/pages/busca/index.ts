import { BuscaDocument } from '../../../shared/graphql/generated/documents/Busca.ts';

export { PaginaBusca as PageComponent } from './pagina-busca.tsx';

export const documents = [BuscaDocument];
