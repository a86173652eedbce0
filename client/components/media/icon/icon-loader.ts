/**
 * Loads an icon that neither the code nor the page brought: `/_icon/{collection}.json?icons=name` (specification section 7). A failure shows
 * nothing in its place, for icons only accompany text.
 */
import type { CorpoDeIcone } from './bundled-icons.ts';

/** Specification section 9: icon fetch timeout. */
const ICON_TIMEOUT_MS = 1500;

const NOME = /^([a-z0-9]+(?:-[a-z0-9]+)*):([a-z0-9]+(?:-[a-z0-9]+)*)$/;

export interface IconLoader {
  /** The icon, or null when it is unknown, unreachable or late. One request per name for the life of the page. */
  carregar(nome: string): Promise<CorpoDeIcone | null>;
}

export interface IconLoaderOptions {
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
  readonly log: (message: string) => void;
  /** Calls `run` after so many milliseconds and returns how to cancel it. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

/** Makes a loader that remembers what it has answered, failures included. */
export function createIconLoader(options: IconLoaderOptions): IconLoader {
  const feitos = new Map<string, Promise<CorpoDeIcone | null>>();
  return {
    carregar(nome) {
      const conhecido = feitos.get(nome);
      if (conhecido !== undefined) return conhecido;
      const pedido = pedir(nome, options);
      feitos.set(nome, pedido);
      return pedido;
    },
  };
}

async function pedir(nome: string, { fetch, log, after }: IconLoaderOptions): Promise<CorpoDeIcone | null> {
  const partes = NOME.exec(nome);
  const [, colecao, icone] = partes ?? [];
  if (colecao === undefined || icone === undefined) return null;
  const parar = new AbortController();
  const cancelar = after(ICON_TIMEOUT_MS, () => {
    log(`[Icon] loading icon \`${nome}\` timed out after ${ICON_TIMEOUT_MS}ms`);
    parar.abort();
  });
  try {
    const resposta = await fetch(`/_icon/${colecao}.json?icons=${icone}`, { signal: parar.signal });
    return resposta.ok ? lerIcone(await resposta.json(), icone) : null;
  } catch {
    // A network failure or our own timeout, which has been logged: the text beside the icon says enough.
    return null;
  } finally {
    cancelar();
  }
}

/** Reads one icon of an Iconify answer; its own size wins over the collection's, 16 is Iconify's default. */
function lerIcone(dados: unknown, nome: string): CorpoDeIcone | null {
  const colecao = campos(dados);
  const icone = campos(campos(colecao['icons'])[nome]);
  const body = icone['body'];
  if (typeof body !== 'string') return null;
  return { body, width: numero(icone['width'], colecao['width']), height: numero(icone['height'], colecao['height']) };
}

function campos(valor: unknown): Readonly<Record<string, unknown>> {
  return typeof valor === 'object' && valor !== null ? { ...valor } : {};
}

function numero(...candidatos: readonly unknown[]): number {
  return candidatos.find((candidato) => typeof candidato === 'number') ?? 16;
}
