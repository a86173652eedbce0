import { CanalDoCidadaoDocument } from '../../../shared/graphql/generated/documents/CanalDoCidadao.ts';

export { PaginaSic as PageComponent } from './page.tsx';

export const documents = [CanalDoCidadaoDocument];
