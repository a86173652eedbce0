import { UnidadeDocument } from '../../../shared/graphql/generated/documents/Unidade.ts';

export { PaginaUnidade as PageComponent } from './pagina-unidade.tsx';

export const documents = [UnidadeDocument];
