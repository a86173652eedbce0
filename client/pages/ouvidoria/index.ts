import { CanalDoCidadaoDocument } from '../../../shared/graphql/generated/documents/CanalDoCidadao.ts';

export { PaginaOuvidoria as PageComponent } from './page.tsx';

export const documents = [CanalDoCidadaoDocument];
