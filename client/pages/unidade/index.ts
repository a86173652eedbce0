import { UnidadeDocument } from '../../../shared/graphql/generated/documents/Unidade.ts';

export { PaginaUnidade as PageComponent } from './page.tsx';

export const documents = [UnidadeDocument];
