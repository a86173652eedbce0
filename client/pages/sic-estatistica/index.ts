import { RelatoriosDoCanalDocument } from '../../../shared/graphql/generated/documents/RelatoriosDoCanal.ts';

export { PaginaSicEstatistica as PageComponent } from './page.tsx';

export const documents = [RelatoriosDoCanalDocument];
