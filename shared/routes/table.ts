/** The single table of routes (specification section 2). A page exists because it is here; nothing else lists routes. */
import type { AnyRoute } from './define.ts';
import { ATENDIMENTO } from './familias/atendimento.ts';
import { INFORMACOES } from './familias/informacoes.ts';
import { INSTITUCIONAL } from './familias/institucional.ts';
import { SITE } from './familias/site.ts';
import { TRANSPARENCIA } from './familias/transparencia.ts';

const ALL = [...SITE, ...INFORMACOES, ...INSTITUCIONAL, ...TRANSPARENCIA, ...ATENDIMENTO] as const;

export type RouteId = (typeof ALL)[number]['id'];

export const ROUTES: readonly (AnyRoute & { readonly id: RouteId })[] = ALL;
