/**
 * From changed rows to cache groups. Pure. What a page depends on is written by the page (`shared/cache/groups.ts`); this is the other
 * half: what a change reaches.
 *
 * | Change of a row `t:k`                          | Purged                                                    | Mode |
 * |------------------------------------------------|-----------------------------------------------------------|------|
 * | UPDATE of its own words or picture alone       | `t`, `t:k`, `t:k+`, and `p:x+`, `p+` of each parent `p:x`  | soft |
 * | INSERT                                         | the same and `t:*`                                        | soft |
 * | any other UPDATE, DELETE                       | the same and `t:*`                                        | hard |
 * | a reference to a file that came, went or hides | `arquivo:x`, `files:x` of the file                        | as above |
 * | one that decides who sees many other rows      | everything                                                | see EVERYWHERE |
 *
 * Hard means that the old text is gone for good, even while the backend is down; soft keeps it to stand in for an error
 * (decision 0011). The event does not tell an edit from an unpublishing, so an UPDATE is hard unless every column that it changed is known
 * to decide nothing about who may see the row, and where.
 */
import { fileGroups, orderGroup, parentGroup, parentsGroup, rowGroup, tableGroup } from '../../shared/cache/groups.ts';
import type { RowChange } from '../backend/backend.ts';
import type { PurgeMode } from '../edge/index.ts';

export interface Purges {
  /** Purge of everything, when groups would not do or would be too many. */
  readonly all: PurgeMode | null;
  readonly hard: ReadonlySet<string>;
  readonly soft: ReadonlySet<string>;
  /** Rows whose visibility may have changed; only the database knows what else that reaches. */
  readonly ask: Surroundings;
}

/** Keys of rows, by table. */
export interface Surroundings {
  readonly documento: ReadonlySet<string>;
  readonly comunicado: ReadonlySet<string>;
  readonly reuniao: ReadonlySet<string>;
  readonly pessoa: ReadonlySet<string>;
}

/** More groups than this are one purge of everything: the edge remembers 10,000 purged groups, and one event must not push all others out. */
const MAX_PURGED_GROUPS = 2_000;

/** Columns that hold words, pictures and addresses of the row itself. Any other decides who sees it, where it stands, or may do so. */
const WORDS: ReadonlySet<string> = new Set(
  `
  titulo titulo_html titulo_tamanho subtitulo chapeu resumo resumo_simples corpo_html ementa legenda credito autor tags
  imagem_id foto_arquivo_id foto_alt texto_alternativo alt link_url link_rotulo pergunta resposta_html util_sim util_nao
  observacao seo_titulo seo_descricao revisado_em revisao_prevista_em fonte url_externa pncp_id pncp_url diario_oficial_edicao
  diario_oficial_url versao minicurriculo email_institucional telefone_institucional competencias competencias_html
  acessibilidade_local busca busca_texto texto_extraido texto_tsv
`
    .trim()
    .split(/\s+/),
);

/** Columns that decide who sees rows of many other tables. `soft` where what gets hidden is named by its own groups. */
const EVERYWHERE: Readonly<Record<string, Readonly<Record<string, PurgeMode>>>> = {
  // The calendar day of the institute, by which publication is judged.
  configuracao_site: { fuso_horario: 'soft' },
  // An inactive category hides its documents and their files.
  categoria_documento: { ativo: 'hard' },
  // Categories, pages and units name units; one that appears is in none of their groups yet.
  unidade: { publicado: 'soft' },
  // Its assessments and their evidence go with it, and documents name what they are evidence of. Every three years, so it may be costly.
  progestao_certificacao: { publicado: 'hard' },
};

/** Tables whose rows hide or show the person that they refer to. */
const SHOWS_PERSON: ReadonlySet<string> = new Set(['membro_orgao', 'unidade']);

/** Returns what the changes of one event reach. */
export function purgesOf(changes: readonly RowChange[]): Purges {
  const [hard, soft] = [new Set<string>(), new Set<string>()];
  const ask = { documento: new Set<string>(), comunicado: new Set<string>(), reuniao: new Set<string>(), pessoa: new Set<string>() };
  let all: PurgeMode | null = null;
  for (const change of changes) {
    const moved = moves(change);
    const mode = moved && change.op !== 'INSERT' ? 'hard' : 'soft';
    const groups = mode === 'hard' ? hard : soft;
    for (const group of groupsOf(change, moved)) groups.add(group);
    all = harder(all, everywhere(change, mode));
    if (moved) noteSurroundings(change, ask);
  }
  if (hard.size + soft.size > MAX_PURGED_GROUPS) all = harder(all, hard.size > 0 ? 'hard' : 'soft');
  return { all, hard, soft, ask };
}

/** Returns the rows of both. */
export function joined(one: Surroundings, other: Surroundings): Surroundings {
  return {
    documento: new Set([...one.documento, ...other.documento]),
    comunicado: new Set([...one.comunicado, ...other.comunicado]),
    reuniao: new Set([...one.reuniao, ...other.reuniao]),
    pessoa: new Set([...one.pessoa, ...other.pessoa]),
  };
}

/** Whether the change may decide who sees the row, or where it stands in lists. */
function moves({ op, columns }: RowChange): boolean {
  return op !== 'UPDATE' || columns === undefined || columns.some((column) => !WORDS.has(column));
}

function groupsOf({ table, key, refs = [], columns }: RowChange, moved: boolean): readonly string[] {
  const own = [tableGroup(table), rowGroup(table, key), parentGroup(table, key), ...(moved ? [orderGroup(table)] : [])];
  const others = refs.flatMap((ref) => {
    if (ref.table === 'arquivo' && (moved || columns?.includes(ref.column) === true)) return rowsOfFile(ref.key);
    const person = moved && ref.table === 'pessoa' && SHOWS_PERSON.has(table) ? [rowGroup('pessoa', ref.key)] : [];
    return [parentGroup(ref.table, ref.key), parentsGroup(ref.table), ...person];
  });
  return [...own, ...others];
}

/** Returns the groups of one file, without the one that stands for all of them. */
export function rowsOfFile(id: string): readonly string[] {
  return fileGroups(id).filter((group) => group.includes(':'));
}

function everywhere({ table, op, columns, refs }: RowChange, mode: PurgeMode): PurgeMode | null {
  // Triggers of another project may not tell what a row refers to; the lists that it stands in are then not known.
  if (refs === undefined) return mode;
  const wide = Object.entries(EVERYWHERE[table] ?? {});
  if (op !== 'UPDATE') return null;
  return wide.reduce<PurgeMode | null>(
    (found, [column, own]) => (columns === undefined || columns.includes(column) ? harder(found, own) : found),
    null,
  );
}

function noteSurroundings({ table, key, op, refs = [] }: RowChange, ask: Record<keyof Surroundings, Set<string>>): void {
  // A row that was just inserted, or is gone, has nothing that refers to it but what tells its own change.
  if (op === 'UPDATE' && (table === 'documento' || table === 'comunicado' || table === 'reuniao')) ask[table].add(key);
  if (SHOWS_PERSON.has(table)) for (const ref of refs) if (ref.table === 'pessoa') ask.pessoa.add(ref.key);
}

function harder(one: PurgeMode | null, other: PurgeMode | null): PurgeMode | null {
  if (one === 'hard' || other === 'hard') return 'hard';
  return one ?? other;
}
