import { CanalDoCidadaoDocument } from '../../../shared/graphql/generated/documents/CanalDoCidadao.ts';

export { PaginaSic as PageComponent } from './pagina-sic.tsx';

export const documents = [CanalDoCidadaoDocument];
