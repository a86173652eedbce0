import { CanalDoCidadaoDocument } from '../../../shared/graphql/generated/documents/CanalDoCidadao.ts';

export { PaginaSic as Pagina } from './pagina-sic.tsx';

export const documents = [CanalDoCidadaoDocument];
