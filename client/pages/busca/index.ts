import { BuscaDocument } from '../../../shared/graphql/generated/documents/Busca.ts';

export { PaginaBusca as Pagina } from './pagina-busca.tsx';

export const documents = [BuscaDocument];
