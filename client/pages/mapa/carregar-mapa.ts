import { LATEST_BUILD_PATH, parseLatestBuild } from '../../../shared/builds/build.ts';
import { deadlineSignal } from '../../../shared/time/timers.ts';

type AbrirMapa = typeof import('../../map/tile-map.ts').openTileMap;

/** What the bundler tells of a module that failed. Prevented, the import gives nothing and the page is not loaded again. */
const FALHA = 'vite:preloadError';

/** Milliseconds until the question for a new version is given up. */
const PRAZO_MS = 5_000;

/**
 * Loads the code of the map. A network that fails must leave the list on the screen, so this failure reloads the page only when the site
 * was deployed anew and the file is gone for good (specification section 8). @throws when it cannot be loaded.
 */
export async function carregarMapa(build: string): Promise<AbrirMapa> {
  const abrir = await importar();
  if (abrir !== null) return abrir;
  if (await haOutraVersao(build)) window.dispatchEvent(new Event(FALHA, { cancelable: true }));
  throw new Error('the code of the map could not be loaded');
}

async function importar(): Promise<AbrirMapa | null> {
  const segurar = (event: Event): void => event.preventDefault();
  window.addEventListener(FALHA, segurar);
  try {
    const { openTileMap } = await import('../../map/tile-map.ts');
    return openTileMap;
  } catch {
    // The import failed, or gave nothing because its event was prevented; the caller says that there is no map.
    return null;
  } finally {
    window.removeEventListener(FALHA, segurar);
  }
}

async function haOutraVersao(build: string): Promise<boolean> {
  try {
    const resposta = await fetch(LATEST_BUILD_PATH, { cache: 'no-store', signal: deadlineSignal(PRAZO_MS) });
    const atual = parseLatestBuild(await resposta.json());
    return atual !== null && atual.id !== build;
  } catch {
    // The request failed, so there is no sign of another version.
    return false;
  }
}
