import type { DocumentNode } from 'graphql';

export { PaginaAdmin as PageComponent } from './pagina-admin.tsx';

export const documents: readonly DocumentNode[] = [];
