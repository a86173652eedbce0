import type { DocumentNode } from 'graphql';

export { PaginaAdmin as PageComponent } from './page.tsx';

export const documents: readonly DocumentNode[] = [];
