import { ComunicadosDocument } from '../../../shared/graphql/generated/documents/Comunicados.ts';

export { PaginaComunicados as PageComponent } from './page.tsx';

export const documents = [ComunicadosDocument];
