import { matchRoute } from './match.ts';
import { ROUTES } from './table.ts';
import { routePath } from './url.ts';

/** Returns the list that the page at this path is in, for a visitor who finds it withdrawn; null where it is in none. */
export function listOfPage(path: string): string | null {
  const match = matchRoute(ROUTES, path, new URLSearchParams());
  if (match.kind !== 'route') return null;
  switch (match.route.id) {
    case 'documento':
    case 'textoDoDocumento':
      return routePath('documentos', { category: match.input.params['category'] ?? '' });
    case 'noticia':
      return routePath('noticias');
    case 'comunicado':
      return routePath('comunicados');
    default:
      return null;
  }
}
