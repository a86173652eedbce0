import { UnidadesDocument } from '../../../shared/graphql/generated/documents/Unidades.ts';

export { PaginaMapa as PageComponent } from './pagina-mapa.tsx';

export const documents = [UnidadesDocument];
