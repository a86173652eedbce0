import { UnidadeDocument } from '../../../shared/graphql/generated/documents/Unidade.ts';

export { PaginaUnidade as Pagina } from './pagina-unidade.tsx';

export const documents = [UnidadeDocument];
