import { ComunicadoDocument } from '../../../shared/graphql/generated/documents/Comunicado.ts';

export { PaginaComunicado as PageComponent } from './pagina-comunicado.tsx';

export const documents = [ComunicadoDocument];
