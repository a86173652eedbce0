import { CanalDoCidadaoDocument } from '../../../shared/graphql/generated/documents/CanalDoCidadao.ts';

export { PaginaOuvidoria as Pagina } from './pagina-ouvidoria.tsx';

export const documents = [CanalDoCidadaoDocument];
