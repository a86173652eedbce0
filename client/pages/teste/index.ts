import { DiagnosticoDocument } from '../../../shared/graphql/generated/documents/Diagnostico.ts';

export { PaginaTeste as PageComponent } from './pagina-teste.tsx';

export const documents = [DiagnosticoDocument];
