/** What every document is made from besides its own data: renderer, assets, site state, settings, colours, icons. */
import type { IconesPorNome, Renderer, Surroundings } from '../../client/entry-server.tsx';
import { bootBlock, type PublicSettings } from '../../shared/builds/document-blocks.ts';
import type { EstadoDoSite } from '../../shared/estado/estado.ts';
import { escapeHtml } from '../../shared/html/escape.ts';
import type { Layout } from '../../shared/routes/types.ts';
import type { Assets } from './assets.ts';
import { iconNames } from './icon-names.ts';

/** Returns the bodies of the named icons; unknown ones are left out. */
type IconResolver = (names: readonly string[]) => IconesPorNome;

export interface DocumentSourcesOptions {
  /** Asked for each document: development reloads it, production returns the same one. */
  readonly renderer: () => Renderer | Promise<Renderer>;
  readonly assets: Assets;
  readonly estado: () => EstadoDoSite;
  readonly temaHref: () => string | null;
  readonly settings: PublicSettings;
  readonly resolveIcons?: IconResolver;
}

export interface DocumentSources {
  readonly renderer: () => Promise<Renderer>;
  readonly estado: () => EstadoDoSite;
  readonly temaHref: () => string | null;
  readonly settings: PublicSettings;
  /** `results` are searched for the icons that the data names. */
  surroundings(renderer: Renderer, layout: Layout, rotaId: string | null, results?: readonly unknown[]): Promise<Surroundings>;
  /** The boot block that lets the browser draw the same document. */
  boot(surroundings: Surroundings, rotaId: string): Promise<string>;
  /** The script elements that start a page's modules. */
  scripts(rotaId: string | null): Promise<string>;
}

/** Gathers the sources of documents. */
export function createDocumentSources(options: DocumentSourcesOptions): DocumentSources {
  const { assets, settings } = options;
  return {
    renderer: async () => options.renderer(),
    estado: options.estado,
    temaHref: options.temaHref,
    settings,
    async surroundings(renderer, layout, rotaId, results = []) {
      const estado = renderer.parteDoEstado(options.estado(), layout, rotaId);
      const { styles, noScriptStyle } = await assets.forRoute(rotaId);
      const icones = options.resolveIcons?.(iconNames([estado, ...results])) ?? {};
      return { estado, icones, settings, styles, temaHref: options.temaHref(), noScriptStyle };
    },
    async boot(surroundings, rotaId) {
      const { modules } = await assets.forRoute(rotaId);
      const { estado, icones, styles, temaHref } = surroundings;
      return bootBlock({ settings, estado, icones, styles, temaHref, modules });
    },
    async scripts(rotaId) {
      const { scripts } = await assets.forRoute(rotaId);
      // `async`: a plain module would wait for the end of a stream that may last seconds. Several must run in order (development).
      const attributes = scripts.length === 1 ? 'type="module" async' : 'type="module"';
      return scripts.map((src) => `<script ${attributes} src="${escapeHtml(src)}"></script>`).join('');
    },
  };
}
