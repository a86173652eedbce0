/**
 * Which parts of the site state travel with a page: what its layout shows, and what the page itself reads. The server renders with the
 * same part that the browser gets, so both draw the same page.
 */
import type { ParteDoEstado } from '../../shared/builds/payload.ts';
import { ESTADO_VAZIO, type EstadoDoSite } from '../../shared/estado/estado.ts';
import type { Layout } from '../../shared/routes/types.ts';

type Parte = keyof EstadoDoSite;

const POR_LAYOUT: Readonly<Record<Layout, readonly Parte[]>> = {
  default: ['siteConfig', 'dataMenu', 'contato', 'diretoriaExecutiva', 'demonstracao'],
  lai: ['siteConfig', 'dataMenu', 'contato', 'diretoriaExecutiva', 'demonstracao', 'dataLai'],
  iframe: ['siteConfig', 'demonstracao'],
};

/** Pages that read more of the state than their layout shows, by route id. */
const POR_ROTA: Readonly<Record<string, readonly Parte[]>> = {
  inicio: ['dataLai'],
  teste: ['dataLai'],
};

/** Returns the part of the state for a page; `rotaId` is null on an error screen. */
export function parteDoEstado(estado: EstadoDoSite, layout: Layout, rotaId: string | null): ParteDoEstado {
  const extras = rotaId === null ? [] : (POR_ROTA[rotaId] ?? []);
  const partes = new Set<Parte>([...POR_LAYOUT[layout], ...extras]);
  return Object.fromEntries([...partes].map((parte) => [parte, estado[parte]]));
}

/** Fills the parts that did not travel with their empty values. */
export function estadoCompleto(parte: ParteDoEstado): EstadoDoSite {
  return { ...ESTADO_VAZIO, ...parte };
}
