import { BannersVigentesDocument } from '../../../shared/graphql/generated/documents/BannersVigentes.ts';
import { ComunicadosVigentesDocument } from '../../../shared/graphql/generated/documents/ComunicadosVigentes.ts';
import { DocumentosRecentesDocument } from '../../../shared/graphql/generated/documents/DocumentosRecentes.ts';
import { NoticiasRecentesDocument } from '../../../shared/graphql/generated/documents/NoticiasRecentes.ts';
import { SelosDeRegularidadeDocument } from '../../../shared/graphql/generated/documents/SelosDeRegularidade.ts';

export { PaginaInicio as PageComponent } from './page.tsx';

export const documents = [
  BannersVigentesDocument,
  ComunicadosVigentesDocument,
  NoticiasRecentesDocument,
  DocumentosRecentesDocument,
  SelosDeRegularidadeDocument,
];
