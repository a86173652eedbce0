import { DiagnosticoDocument } from '../../../shared/graphql/generated/documents/Diagnostico.ts';

export { PaginaTeste as PageComponent } from './page.tsx';

export const documents = [DiagnosticoDocument];
