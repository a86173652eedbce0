import { UnidadesDocument } from '../../../shared/graphql/generated/documents/Unidades.ts';

export { PaginaMapa as PageComponent } from './page.tsx';

export const documents = [UnidadesDocument];
