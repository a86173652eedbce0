import type { DocumentNode } from 'graphql';

export { PaginaAdmin as Pagina } from './pagina-admin.tsx';

export const documents: readonly DocumentNode[] = [];
