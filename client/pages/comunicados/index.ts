import { ComunicadosDocument } from '../../../shared/graphql/generated/documents/Comunicados.ts';

export { PaginaComunicados as PageComponent } from './pagina-comunicados.tsx';

export const documents = [ComunicadosDocument];
