/** What the national programme of public transparency (PNTP) would find on this site, worked out from what is published. */
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { routePath } from '../../../shared/routes/url.ts';

export type Criterio = OperationResults['Pntp']['pntp_criterio'][number];
type Lista = NonNullable<Criterio['listas'][number]['categoria']>;

/** Share of each check in the mark of a criterion, as the programme weighs them in its cycle of 2026. */
const CHECKS = {
  D: { name: 'Disponível', share: 30 },
  A: { name: 'Atual', share: 30 },
  H: { name: 'Três anos', share: 20 },
  G: { name: 'Para baixar', share: 10 },
  F: { name: 'Com filtros', share: 10 },
} as const;
export type Check = keyof typeof CHECKS;

export const CHECK_NAMES = Object.entries(CHECKS).map(([check, { name }]) => ({ check: check as Check, name }));

const CLASS_WEIGHTS: Readonly<Record<string, number>> = { essencial: 2, obrigatoria: 1.5, recomendada: 1 };

const SEALS = [
  { name: 'Diamante', from: 95 },
  { name: 'Ouro', from: 85 },
  { name: 'Prata', from: 75 },
] as const;

const YEARS = 3;

/** Returns the criteria. A page that every site has is left out of those that it would meet while it shows none of the rows that it is for. */
export function criteriosDe({ pntp_criterio, unidade, membro_orgao, pergunta_frequente, servico }: OperationResults['Pntp']): Criterio[] {
  const shown = [
    [routePath('organograma'), unidade],
    [routePath('mapa'), unidade],
    [routePath('diretoriaExecutiva'), membro_orgao],
    [routePath('faq'), pergunta_frequente],
    [routePath('servicos'), servico],
  ] as const;
  const empty = new Set<string | null>(shown.filter(([, rows]) => rows.length === 0).map(([path]) => path));
  return pntp_criterio.map((criterio) => (empty.has(criterio.endereco) ? { ...criterio, endereco: null } : criterio));
}

/** Returns whether a criterion passes a check; null where the check is not asked of it. Without anything published no check is passed. */
export function passes(criterio: Criterio, check: Check): boolean | null {
  if (!criterio.itens.includes(check)) return null;
  if (!isAvailable(criterio)) return false;
  const listas = listasDe(criterio);
  // Lists have filters and files of their own; so have the pages that say so among their checks.
  if (check === 'A') return listas.every(({ resumo }) => resumo?.situacao_atualizacao !== 'atrasada');
  return check === 'H' ? listas.every((lista) => yearsOf(lista) >= YEARS) : true;
}

function listasDe({ listas }: Criterio): readonly Lista[] {
  return listas.flatMap(({ categoria }) => (categoria === null ? [] : [categoria]));
}

/** A declaration that there was nothing counts as the document would. */
function isAvailable(criterio: Criterio): boolean {
  if (criterio.endereco !== null) return true;
  if (criterio.pagina_slug !== null) return criterio.pagina !== null;
  const listas = listasDe(criterio);
  return listas.length > 0 && listas.every(({ resumo }) => (resumo?.total ?? 0) + (resumo?.declaracoes ?? 0) > 0);
}

function yearsOf({ exercicios, declaracoes }: Lista): number {
  return new Set([...exercicios, ...declaracoes].map(({ exercicio }) => exercicio)).size;
}

/** Returns the mark of a criterion, 0 to 1, of the checks that are asked of it. */
export function markOf(criterio: Criterio): number {
  let total = 0;
  let passed = 0;
  for (const { check } of CHECK_NAMES) {
    const result = passes(criterio, check);
    if (result === null) continue;
    total += CHECKS[check].share;
    if (result) passed += CHECKS[check].share;
  }
  return total === 0 ? 0 : passed / total;
}

/** Returns the score, 0 to 100, and the seal that it would have; a seal needs every essential criterion to be met in full. */
export function scoreOf(criterios: readonly Criterio[]): { readonly score: number; readonly seal: string | null } {
  const weightOf = ({ classe }: Criterio): number => CLASS_WEIGHTS[classe] ?? 1;
  const all = criterios.reduce((sum, criterio) => sum + weightOf(criterio), 0);
  if (all === 0) return { score: 0, seal: null };
  const score = (100 * criterios.reduce((sum, criterio) => sum + weightOf(criterio) * markOf(criterio), 0)) / all;
  const hasEssentials = criterios.every((criterio) => criterio.classe !== 'essencial' || markOf(criterio) === 1);
  return { score, seal: hasEssentials ? (SEALS.find(({ from }) => score >= from)?.name ?? null) : null };
}
