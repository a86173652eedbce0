import { NoticiaDocument } from '../../../shared/graphql/generated/documents/Noticia.ts';
import { NoticiaEmVoltaDocument } from '../../../shared/graphql/generated/documents/NoticiaEmVolta.ts';

export { PaginaNoticia as PageComponent } from './page.tsx';

export const documents = [NoticiaDocument, NoticiaEmVoltaDocument];
