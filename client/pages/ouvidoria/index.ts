import { CanalDoCidadaoDocument } from '../../../shared/graphql/generated/documents/CanalDoCidadao.ts';

export { PaginaOuvidoria as PageComponent } from './pagina-ouvidoria.tsx';

export const documents = [CanalDoCidadaoDocument];
