/**
 * The pages of one citizen's case. They are not in the registry of the browser: the server draws them from a POST or from the cookie of the
 * receipt, and they work without script.
 */
import type { CaseRouteId } from '../../shared/routes/case-routes.ts';
import type { PageModule } from '../routing/page.ts';

/**
 * Loads the page of each such route. A route without one does not compile.
 */
type CasePages = Readonly<Record<CaseRouteId, () => Promise<PageModule>>>;

export const CASE_PAGES = {
  recibo: () => import('./recibo/page.tsx'),
  avaliacao: () => import('./avaliacao/page.tsx'),
  novidades: () => import('./novidades/page.tsx'),
  senha: () => import('./senha/page.tsx'),
  resumo: () => import('./resumo/page.tsx'),
  acompanhamento: () => import('./acompanhamento/page.tsx'),
} as const satisfies CasePages;
