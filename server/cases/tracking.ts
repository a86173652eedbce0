/** Following a case by protocol and access code, and what its citizen may do with it. Unknown and wrong are one answer. */
import { hash, randomUUID } from 'node:crypto';
import type { FieldError, TypedForm } from '../../shared/cases/case-form.ts';
import type { CaseAction, CaseScreen, PendingAction, TrackedCase } from '../../shared/cases/case-screen.ts';
import { email as emailField } from '../../shared/cases/fields.ts';
import { CASE_MESSAGES, trackingWaitMessage } from '../../shared/cases/messages.ts';
import { answerLabel, decisionLabel, groundLabel, shelvingLabel, situationLabel } from '../../shared/cases/situations.ts';
import type { Logger } from '../observability/log.ts';
import { codeDigest, parseAccessCode } from './access-code.ts';
import type { CaseAccess, CaseDesk, ConsultedCase, DeskAnswer } from './case-desk.ts';
import { type CaseKey, type CaseKeys, keyedDigest } from './case-keys.ts';

export interface TrackingOptions {
  readonly desk: CaseDesk;
  readonly keys: () => Promise<CaseKeys>;
  readonly log: Logger;
}

export interface TrackingAnswer {
  readonly status: number;
  readonly screen: CaseScreen;
  /** The case itself, for a request for one of its files. */
  readonly found: ConsultedCase | null;
}

/** Channel, year, number and check digit. The length of all others tells where the number ends, so the hyphens may be left out. */
const PROTOCOL = /^([A-Z]{2,4})-?(\d{4})-?(\d{6,12})-?(\d)$/;

/** What a person types is in any case, with spaces, with the dashes that a telephone makes of two, or with none. */
function parseProtocol(text: string): string | null {
  const protocol = text
    .toUpperCase()
    .replaceAll(/\s/g, '')
    .replaceAll(/[\u2010-\u2015]/g, '-');
  return PROTOCOL.exec(protocol)?.slice(1).join('-') ?? null;
}

/** A random UUID (RFC 9562). */
const PAGE_KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The database's reason for a limit that was reached. */
const TOO_MANY = 'muitas_tentativas';

type Ask = (access: CaseAccess) => Promise<DeskAnswer<ConsultedCase>>;

/** Shows a case, or does something with it first. @param address of the connection, null for this machine */
export async function track(
  typed: TypedForm,
  address: string | null,
  action: CaseAction | null,
  options: TrackingOptions,
): Promise<TrackingAnswer> {
  const { protocolo = '', codigo = '' } = typed;
  const [protocol, code] = [parseProtocol(protocolo), parseAccessCode(codigo)];
  const pending = pendingOf(action, typed);
  const errors: FieldError[] = [];
  if (protocol === null) errors.push({ field: 'protocolo', message: CASE_MESSAGES.protocolo });
  if (code === null) errors.push({ field: 'codigo', message: CASE_MESSAGES.codigo });
  const form = (status: number, notice: string | null): TrackingAnswer => ({
    status,
    screen: { kind: 'trackingForm', form: { protocolo, codigo: status === 503 ? codigo : '', errors, notice, pending } },
    found: null,
  });
  if (protocol === null || code === null) return form(422, null);
  const faults = action === null ? [] : actionFaults(action, typed);
  try {
    const keys = await options.keys();
    const origin = `${address ?? 'local'}\n${protocol}`;
    const ask: Ask = action === null || faults.length > 0 ? options.desk.consult : actionOf(action, typed, options.desk);
    const answer = await withEachKey(keys, { protocol, code, origin }, ask);
    if (answer.kind === 'done') return shown(answer.value, { code, typed, faults, notice: null, action });
    if (answer.kind === 'absent') return form(404, CASE_MESSAGES.naoEncontrado);
    if (answer.reason === TOO_MANY) return form(429, trackingWaitMessage);
    const present = await withEachKey(keys, { protocol, code, origin }, options.desk.consult);
    if (present.kind === 'done') return shown(present.value, { code, typed, faults, notice: CASE_MESSAGES.naoPermitido, action });
    return form(404, CASE_MESSAGES.naoEncontrado);
  } catch (error) {
    options.log.error({ fault: error instanceof Error ? error.name : 'unknown' }, 'a case could not be read');
    return form(503, pending === null ? CASE_MESSAGES.consultaIndisponivel : CASE_MESSAGES.indisponivel);
  }
}

/** Returns what a form that goes back carries along, so that nothing is typed twice. */
export function pendingOf(action: CaseAction | null, typed: TypedForm): PendingAction | null {
  if (action === null) return null;
  return { action, typed: Object.fromEntries(ACTION_FIELDS.map((name) => [name, typed[name] ?? ''])) };
}

const ACTION_FIELDS = ['texto', 'nota', 'resolutividade', 'email', 'chave'] as const;

interface Claim {
  readonly protocol: string;
  readonly code: string;
  readonly origin: string;
}

/**
 * The digest of an older case is that of an older key. The database counts a right code as a failed attempt under every key before its own, so only
 * what it counts under the last key that is asked is a limit.
 */
async function withEachKey(keys: CaseKeys, claim: Claim, ask: Ask): Promise<DeskAnswer<ConsultedCase>> {
  let answer: DeskAnswer<ConsultedCase> = { kind: 'absent' };
  for (const key of keys) {
    answer = await ask(accessOf(key, claim));
    const isOtherKey = answer.kind === 'absent' || (answer.kind === 'refused' && answer.reason === TOO_MANY);
    if (!isOtherKey) return answer;
  }
  return answer;
}

function accessOf(key: CaseKey, { protocol, code, origin }: Claim): CaseAccess {
  return { protocolo: protocol, codigo: codeDigest(key, code), tentativa: keyedDigest(key, 'tentativa', origin).toString('hex') };
}

const LONGEST: Readonly<Record<Exclude<CaseAction, 'email'>, number>> = { complement: 10_000, appeal: 10_000, rating: 2_000 };

function actionFaults(action: CaseAction, { texto = '', nota = '', email = '' }: TypedForm): readonly FieldError[] {
  if (action === 'email') return emailAddress(email) === null ? [{ field: 'email', message: CASE_MESSAGES.email }] : [];
  if (texto.trim().length > LONGEST[action]) return [{ field: 'texto', message: CASE_MESSAGES.textoLongo }];
  if (action === 'rating') return /^[1-5]$/.test(nota) ? [] : [{ field: 'nota', message: CASE_MESSAGES.nota }];
  return texto.trim() === '' ? [{ field: 'texto', message: CASE_MESSAGES.texto }] : [];
}

/** Returns the address as it is kept; null for none and for what is no address. */
function emailAddress(typed: string): string | null {
  return emailField.safeParse(typed).data ?? null;
}

function actionOf(action: CaseAction, typed: TypedForm, desk: CaseDesk): Ask {
  const { texto = '', nota = '', resolutividade = '' } = typed;
  const email = emailAddress(typed['email'] ?? '') ?? '';
  const text = texto.replaceAll('\r\n', '\n').replaceAll('\0', '').trim();
  const chave = actKey(typed['chave'] ?? '', [action, text, nota, resolutividade, email]);
  switch (action) {
    case 'complement':
      return (access) => desk.complement(access, { texto: text, chave });
    case 'appeal':
      return (access) => desk.appeal(access, { texto: text, chave });
    case 'email':
      return (access) => desk.correctEmail(access, { email, chave });
    case 'rating': {
      const known = ['resolvida', 'parcial', 'nao_resolvida'].includes(resolutividade);
      return (access) =>
        desk.rate(access, { nota: Number(nota), resolutividade: known ? resolutividade : null, texto: text === '' ? null : text, chave });
    }
  }
}

/**
 * Returns the key by which an act happens once: that of the page, which is another one each time a case is shown, and the words. Who changes the words
 * and sends them from the same page says something else.
 */
function actKey(keyOfPage: string, words: readonly string[]): string | null {
  return PAGE_KEY.test(keyOfPage) ? hash('sha256', JSON.stringify([keyOfPage, ...words]), 'hex') : null;
}

interface Shown {
  readonly code: string;
  readonly typed: TypedForm;
  readonly faults: readonly FieldError[];
  readonly notice: string | null;
  readonly action: CaseAction | null;
}

function shown(found: ConsultedCase, { code, typed, faults, notice, action }: Shown): TrackingAnswer {
  const status = faults.length > 0 || notice !== null ? 422 : 200;
  const done = status === 200 ? action : null;
  const screen: CaseScreen = {
    kind: 'tracked',
    case: trackedCase(found),
    codigo: code,
    chave: randomUUID(),
    done,
    attempted: action,
    errors: faults,
    typed: done === null ? typed : {},
    notice,
  };
  return { status, screen, found };
}

/** The state in which the institution waits for the citizen. */
const WAITING = 'aguardando_complementacao';

/** The question is what the citizen was told with the step into that state. It stays open where the term was extended meanwhile. */
function questionOf({ situacao, andamentos }: ConsultedCase): string | null {
  const step = andamentos.findLastIndex(({ para }) => para !== null);
  const isOnlyExtended = situacao === 'prorrogada' && andamentos[step]?.de === WAITING;
  const isAnswered = andamentos.slice(step + 1).some(({ autor }) => autor === 'cidadao');
  const isOpen = situacao === WAITING || (isOnlyExtended && !isAnswered);
  return isOpen ? (andamentos.findLast(({ para }) => para === WAITING)?.descricao ?? null) : null;
}

function trackedCase(found: ConsultedCase): TrackedCase {
  const { tipo_resposta, fundamento_negativa, arquivamento_motivo } = found;
  return {
    canal: found.canal,
    protocolo: found.protocolo,
    registradoEm: found.registrado_em,
    prazoEm: found.prazo_em,
    situacao: situationLabel(found.situacao),
    orgaoDestino: found.orgao_destino,
    motivoDoArquivamento: arquivamento_motivo === null ? null : shelvingLabel(arquivamento_motivo),
    texto: found.texto,
    diasRestantes: found.dias_restantes,
    andamentos: found.andamentos.map(({ para, descricao, autor, em }) => ({
      em,
      titulo: para === null ? (autor === 'cidadao' ? 'Você escreveu' : 'Mensagem do instituto') : situationLabel(para),
      descricao,
    })),
    pergunta: questionOf(found),
    resposta: found.resposta,
    tipoResposta: tipo_resposta === null ? null : answerLabel(tipo_resposta),
    fundamento: fundamento_negativa === null ? null : groundLabel(fundamento_negativa),
    arquivos: found.anexos.map(({ arquivo_id: id, nome, mime, tamanho_bytes: bytes, autor }) => ({
      id,
      nome,
      mime,
      bytes,
      doCidadao: autor === 'cidadao',
    })),
    recursos: found.recursos.map(({ instancia, motivo, interposto_em: em, prazo_em: prazoEm, decisao, autoridade }) => ({
      instancia,
      motivo,
      em,
      prazoEm,
      decisao: decisao === null ? null : decisionLabel(decisao),
      autoridade,
    })),
    podeComplementar: found.pode_complementar,
    podeReabrir: found.pode_complementar && found.situacao === 'respondida',
    podeRecorrer: found.pode_recorrer,
    recursoAte: found.recurso_ate,
    autoridadeDoRecurso: found.autoridade_recurso,
    podeAvaliar: found.pode_avaliar,
    podeCorrigirEmail: found.identificacao !== 'anonima' && found.texto !== null,
    satisfacao: found.satisfacao,
  };
}
