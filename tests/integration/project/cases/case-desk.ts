/** The project behind the engine, asked as the site asks for citizens and as the staff asks, with a clock of cases that a test sets. */
import { CASES_CALLER, type GraphqlErrorEntry } from '../../../../server/backend/backend.ts';
import type { Row } from '../../../../server/backend/embedded/database.ts';
import type { ProjectEngine } from '../editorial/project-engine.ts';

export const OMBUDSMAN_ID = '00000000-0000-4000-8000-0000000000d1';
export const OMBUDSMAN = { role: 'ouvidor', session: { 'x-hasura-user-id': OMBUDSMAN_ID } };

export type Channel = 'mensagem' | 'manifestacao' | 'pedido';
type Data = Readonly<Record<string, unknown>>;

const RECEIPT = 'protocolo canal registrado_em prazo_em situacao ja_existia';
const SHOWN =
  'id protocolo situacao aberto prazo_em dias_restantes complementar_ate prazo_suspenso resposta recurso_ate pode_complementar pode_recorrer pode_avaliar andamentos recursos anexos pode_reclamar reclamacao';
export const CODE = 'f'.repeat(64);

export interface CaseDesk {
  readonly project: ProjectEngine;
  /** Sets the clock of the cases; an ISO instant. */
  at(instant: string): Promise<void>;
  register(channel: Channel, data: Data, key?: string): Promise<Row>;
  /** The case as the citizen sees it; undefined without the right protocol and code. */
  consult(protocol: string, code?: string, origin?: string): Promise<Row | undefined>;
  /** A mutation of the citizen on the case of a protocol, e.g. `complementar_caso` with `texto: "..."`. */
  citizen(name: string, protocol: string, more?: string): Promise<Row | undefined>;
  step(id: unknown, to: string, data?: Data): Promise<Row>;
  /** Why a step is refused. */
  refusal(id: unknown, to: string, data?: Data): Promise<string>;
  close(): Promise<void>;
}

const STEP =
  'mutation ($id: uuid!, $para: String!, $dados: jsonb!) { tramitar_caso(args: {caso_id: $id, para_situacao: $para, dados: $dados}) { %s } }';
const CASE = 'id canal tipo situacao aberto prazo_em prorrogado_em respondido_em respondido_no_prazo recurso_ate concluido_em versao';
const STEP_QUERY = STEP.replace('%s', CASE);

/** All that the step to a state takes. */
export function dataOfStep(state: string): Readonly<Record<string, string>> {
  const told = { descricao: 'Descrição.' };
  if (/^respondid[ao]$/.test(state)) {
    return { ...told, resposta: 'Resposta.', tipo_resposta: 'acesso_negado', fundamento_negativa: 'segredo' };
  }
  if (/^prorrogad[ao]$/.test(state)) return { ...told, justificativa: 'Justificativa.' };
  if (state.startsWith('recurso_decidido')) return { ...told, decisao: 'parcial', autoridade: 'Presidência', resposta: 'Resposta.' };
  return ['arquivada', 'encaminhada_externa', 'redirecionado', 'spam'].includes(state)
    ? { ...told, motivo: 'duplicada', orgao: 'Prefeitura' }
    : told;
}

export async function openCaseDesk(open: () => Promise<ProjectEngine>): Promise<CaseDesk> {
  const project = await open();
  await project.database.script(`
    insert into auth.users (id, display_name, locale, default_role) values ('${OMBUDSMAN_ID}', 'Olga', 'pt', 'ouvidor');
    create schema teste; create table teste.relogio (momento timestamptz); insert into teste.relogio values (null);
    create or replace function casos.agora() returns timestamptz language sql stable
      return coalesce((select momento from teste.relogio), now());`);
  let keys = 0;
  const ask = (query: string, variables: Data): Promise<Row[] | Row> =>
    project.ask
      .data(query, { ...CASES_CALLER, variables })
      .then((data) => Object.values(data as Readonly<Record<string, Row[] | Row>>)[0] ?? []);
  const onCase = async (name: string, protocol: string, { code = CODE, origin = 'origem', more = '' } = {}): Promise<Row | undefined> => {
    const query = `mutation ($p: String!, $c: String!, $o: String!) { ${name}(args: {protocolo: $p, codigo_hash: $c, tentativa_hash: $o${more}}) { ${SHOWN} } }`;
    const found = await ask(query, { p: protocol, c: code, o: origin });
    return Array.isArray(found) ? found[0] : found;
  };
  const step = (id: unknown, to: string, data: Data = {}): { readonly variables: Data } & typeof OMBUDSMAN => ({
    ...OMBUDSMAN,
    variables: { id, para: to, dados: data },
  });
  return {
    project,
    at: (instant) => project.database.script(`update teste.relogio set momento = '${instant}'`),
    async register(channel, data, key) {
      keys += 1;
      const query = `mutation ($k: String!, $c: String!, $d: jsonb!) { registrar_${channel}(args: {chave: $k, codigo_hash: $c, dados: $d}) { ${RECEIPT} } }`;
      const receipt = await ask(query, { k: key ?? `chave-${keys}`, c: CODE, d: data });
      return Array.isArray(receipt) ? (receipt[0] ?? {}) : receipt;
    },
    consult: (protocol, code = CODE, origin = 'origem') => onCase('consultar_caso', protocol, { code, origin }),
    citizen: (name, protocol, more = '') => onCase(name, protocol, { more: more === '' ? '' : `, ${more}` }),
    step: (id, to, data) => project.field(STEP_QUERY, step(id, to, data)),
    refusal: (id, to, data) => project.ask.fault(STEP_QUERY, step(id, to, data)).then(({ message }: GraphqlErrorEntry) => message),
    close: () => project.close(),
  };
}
