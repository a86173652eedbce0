/**
 * The functions of the database for citizens, asked as the server itself through GraphQL: the same for the embedded backend and a hosted one. The
 * database decides states and terms; a refusal of its has the text `caso:<reason>`.
 */
import { z } from 'zod';
import type { Channel } from '../../shared/cases/vocabulary.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { CASES_CALLER, type Caller, type ContentBackend } from '../backend/backend.ts';

export interface CaseAccess {
  readonly protocolo: string;
  /** Keyed digest of the access code. */
  readonly codigo: string;
  /** Keyed digest of where the attempt comes from. */
  readonly tentativa: string;
}

const RECEIPT = z.object({
  protocolo: z.string(),
  registrado_em: z.string(),
  prazo_em: z.string().nullable(),
  ja_existia: z.boolean(),
  /** The key of the registered case, which is an earlier one where the case was there already, and the digest of its access code. */
  chave: z.string(),
  codigo_hash: z.string(),
});
export type RegisteredCase = z.output<typeof RECEIPT>;

const nullableText = z.string().nullable();

const APPEAL_OF_CASE = z.object({
  instancia: z.number(),
  motivo: nullableText,
  interposto_em: z.string(),
  prazo_em: z.string(),
  decisao: nullableText,
  texto: nullableText,
  autoridade: nullableText,
});

const CASE = z.object({
  id: z.string(),
  protocolo: z.string(),
  canal: z.enum(['contato', 'ouvidoria', 'sic']),
  situacao: z.string(),
  identificacao: z.string(),
  forma_resposta: nullableText,
  texto: nullableText,
  arquivamento_motivo: nullableText,
  orgao_destino: nullableText,
  registrado_em: z.string(),
  prazo_em: nullableText,
  dias_restantes: z.number().nullable(),
  complementar_ate: nullableText,
  prazo_suspenso: z.boolean(),
  respondido_em: nullableText,
  resposta: nullableText,
  tipo_resposta: nullableText,
  fundamento_negativa: nullableText,
  recurso_ate: nullableText,
  autoridade_recurso: nullableText,
  satisfacao: z.number().nullable(),
  pode_complementar: z.boolean(),
  pode_recorrer: z.boolean(),
  pode_reclamar: z.boolean(),
  pode_avaliar: z.boolean(),
  andamentos: z.array(
    z.object({
      de: nullableText,
      para: nullableText,
      descricao: nullableText,
      autor: z.string(),
      em: z.string(),
      arquivo_retirado: z.boolean(),
    }),
  ),
  recursos: z.array(APPEAL_OF_CASE),
  reclamacao: APPEAL_OF_CASE.omit({ instancia: true }).extend({ atrasada: z.boolean() }).nullable(),
  anexos: z.array(z.object({ arquivo_id: z.string(), nome: z.string(), mime: z.string(), tamanho_bytes: z.number(), autor: z.string() })),
});
export type ConsultedCase = z.output<typeof CASE>;

export type DeskAnswer<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** No case with this protocol and code. */
  | { readonly kind: 'absent' }
  /** A rule of the database: `muitas_tentativas`, `transicao_proibida`, ... */
  | { readonly kind: 'refused'; readonly reason: string };

/** What happens once for each `chave`; null where the form has none. */
interface CitizenAct {
  readonly chave: string | null;
}

interface CitizenText extends CitizenAct {
  readonly texto: string;
  /** Ids of its files, which are stored already. */
  readonly anexos: readonly string[];
}

interface CitizenComplaint extends CitizenAct {
  readonly texto: string | null;
}

interface CitizenEmail extends CitizenAct {
  readonly email: string;
}

interface CitizenRating extends CitizenAct {
  readonly nota: number;
  readonly resolutividade: string | null;
  readonly texto: string | null;
}

export interface CaseDesk {
  /** Tells of files that are going to be stored, so that they are found again where no case comes to have them. @throws AppError as below */
  readonly expectFiles: (ids: readonly string[]) => Promise<void>;
  /** @throws AppError BACKEND_UNAVAILABLE or BACKEND_TIMEOUT, after which it is unknown whether the case was registered */
  readonly register: (
    channel: Channel,
    key: string,
    codeDigest: string,
    fields: Readonly<Record<string, unknown>>,
  ) => Promise<DeskAnswer<RegisteredCase>>;
  readonly consult: (access: CaseAccess) => Promise<DeskAnswer<ConsultedCase>>;
  readonly complement: (access: CaseAccess, act: CitizenText) => Promise<DeskAnswer<ConsultedCase>>;
  readonly appeal: (access: CaseAccess, act: CitizenText) => Promise<DeskAnswer<ConsultedCase>>;
  /** Complains that the answer has not come in its term. */
  readonly complain: (access: CaseAccess, act: CitizenComplaint) => Promise<DeskAnswer<ConsultedCase>>;
  readonly rate: (access: CaseAccess, rating: CitizenRating) => Promise<DeskAnswer<ConsultedCase>>;
  readonly correctEmail: (access: CaseAccess, act: CitizenEmail) => Promise<DeskAnswer<ConsultedCase>>;
}

/** Milliseconds for one call. A person waits for it. */
const DEADLINE_MS = 10_000;

const REGISTER = { contato: 'registrar_mensagem', ouvidoria: 'registrar_manifestacao', sic: 'registrar_pedido' } as const;

const SHOWN = Object.keys(CASE.shape).join(' ');
const ACCESS = { $protocolo: 'String!', $codigo: 'String!', $tentativa: 'String!' };
const ACCESS_ARGUMENTS = 'protocolo: $protocolo, codigo_hash: $codigo, tentativa_hash: $tentativa';
const ACT = { ...ACCESS, $chave: 'String' };
const ACT_ARGUMENTS = `${ACCESS_ARGUMENTS}, chave: $chave`;

/** Writes a mutation of one function. */
function mutation(name: string, variables: Readonly<Record<string, string>>, parameters: string, fields: string): string {
  const declared = Object.entries(variables).map(([variable, type]) => `${variable}: ${type}`);
  return `mutation Caso(${declared.join(', ')}) { ${name}(args: {${parameters}}) { ${fields} } }`;
}

const EXPECT = 'mutation Caso($ids: jsonb!) { esperar_anexos(args: {ids: $ids}) { quantidade } }';
const CONSULT = mutation('consultar_caso', ACCESS, ACCESS_ARGUMENTS, SHOWN);
const TEXT = { ...ACT, $texto: 'String!', $anexos: 'jsonb!' };
const TEXT_ARGUMENTS = `${ACT_ARGUMENTS}, texto: $texto, anexos: $anexos`;
const COMPLEMENT = mutation('complementar_caso', TEXT, TEXT_ARGUMENTS, SHOWN);
const APPEAL = mutation('interpor_recurso', TEXT, TEXT_ARGUMENTS, SHOWN);
const COMPLAIN = mutation('reclamar_da_omissao', { ...ACT, $texto: 'String' }, `${ACT_ARGUMENTS}, texto: $texto`, SHOWN);
const CORRECT_EMAIL = mutation('corrigir_email', { ...ACT, $email: 'String!' }, `${ACT_ARGUMENTS}, email: $email`, SHOWN);
const RATE = mutation(
  'avaliar_resposta',
  { ...ACT, $nota: 'Int!', $resolutividade: 'String', $texto: 'String' },
  `${ACT_ARGUMENTS}, nota: $nota, resolutividade: $resolutividade, texto: $texto`,
  SHOWN,
);

/** Makes the desk. @param caller the server on behalf of a citizen, with the id of the person who does it for the citizen where there is one */
export function createCaseDesk({ execute }: Pick<ContentBackend, 'execute'>, caller: Caller = CASES_CALLER): CaseDesk {
  const ask = async <Value>(
    query: string,
    variables: Readonly<Record<string, unknown>>,
    shape: z.ZodType<Value>,
  ): Promise<DeskAnswer<Value>> => {
    const answer = await execute({ query, variables }, { caller, timeoutMs: DEADLINE_MS });
    if (answer.kind === 'errors') return refusal(answer.errors[0]?.message ?? '', answer.errors[0]?.extensions.code ?? '');
    const [returned] = Object.values(JSON.parse(answer.json) as Record<string, unknown>);
    const row: unknown = Array.isArray(returned) ? returned[0] : returned;
    return row === undefined || row === null ? { kind: 'absent' } : { kind: 'done', value: shape.parse(row) };
  };
  return {
    async expectFiles(ids) {
      await ask(EXPECT, { ids }, z.object({ quantidade: z.number() }));
    },
    register: (channel, key, codeDigest, fields) =>
      ask(
        mutation(
          REGISTER[channel],
          { $chave: 'String!', $codigo: 'String!', $dados: 'jsonb!' },
          'chave: $chave, codigo_hash: $codigo, dados: $dados',
          Object.keys(RECEIPT.shape).join(' '),
        ),
        { chave: key, codigo: codeDigest, dados: fields },
        RECEIPT,
      ),
    consult: (access) => ask(CONSULT, { ...access }, CASE),
    complement: (access, act) => ask(COMPLEMENT, { ...access, ...act }, CASE),
    appeal: (access, act) => ask(APPEAL, { ...access, ...act }, CASE),
    complain: (access, act) => ask(COMPLAIN, { ...access, ...act }, CASE),
    correctEmail: (access, act) => ask(CORRECT_EMAIL, { ...access, ...act }, CASE),
    rate: (access, rating) => ask(RATE, { ...access, ...rating }, CASE),
  };
}

/** The text of any other error may repeat what a citizen wrote, so it goes nowhere. */
function refusal(message: string, code: string): { readonly kind: 'refused'; readonly reason: string } {
  const reason = /\bcaso:([a-z_]+)/.exec(message)?.[1];
  if (reason !== undefined) return { kind: 'refused', reason };
  if (message.includes('timed out')) throw new AppError('BACKEND_TIMEOUT', { detail: 'a case was not answered in time' });
  throw new AppError(code === 'unexpected' ? 'BACKEND_UNAVAILABLE' : 'INTERNAL', { detail: `a case was refused with ${code}` });
}
