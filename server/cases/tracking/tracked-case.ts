/** What a case's page shows of a case that was consulted: its fields under the names of the page, and its values in words. */
import { COMPLEMENT_TITLE, complementsOf, WITHDRAWAL_TITLE } from '../../../shared/cases/answer-complements.ts';
import type { CaseComplaint, TrackedCase } from '../../../shared/cases/case-screen.ts';
import {
  answerLabel,
  complaintDecisionLabel,
  decisionLabel,
  groundLabel,
  shelvingLabel,
  situationLabel,
} from '../../../shared/cases/situations.ts';
import { RESPOSTAS } from '../../../shared/cases/vocabulary.ts';
import type { ConsultedCase } from '../case-desk.ts';

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

type Event = ConsultedCase['andamentos'][number];

function titleOf({ para, autor, arquivo_retirado: isWithdrawal }: Event, isComplement: boolean): string {
  if (para !== null) return situationLabel(para);
  if (autor === 'cidadao') return 'Você escreveu';
  if (isWithdrawal) return WITHDRAWAL_TITLE;
  return isComplement ? COMPLEMENT_TITLE : 'Mensagem do instituto';
}

function complaintOf(complaint: NonNullable<ConsultedCase['reclamacao']>): CaseComplaint {
  const { motivo, interposto_em: em, prazo_em: prazoEm, decisao, texto, autoridade, atrasada: isLate } = complaint;
  const inWords = decisao === null ? null : complaintDecisionLabel(decisao);
  return { motivo, em, prazoEm, decisao: inWords, texto, autoridade, isLate, semObjeto: decisao === 'prejudicada' };
}

/** Returns the case for its page. */
export function trackedCase(found: ConsultedCase): TrackedCase {
  const { tipo_resposta, fundamento_negativa, arquivamento_motivo } = found;
  const complements = complementsOf(found.andamentos, (event) => ({ ...event, isWithdrawal: event.arquivo_retirado }));
  return {
    canal: found.canal,
    protocolo: found.protocolo,
    registradoEm: found.registrado_em,
    prazoEm: found.prazo_em,
    situacao: situationLabel(found.situacao),
    formaDaResposta: RESPOSTAS.find(({ value }) => value === found.forma_resposta)?.label ?? null,
    orgaoDestino: found.orgao_destino,
    motivoDoArquivamento: arquivamento_motivo === null ? null : shelvingLabel(arquivamento_motivo),
    texto: found.texto,
    diasRestantes: found.dias_restantes,
    complementarAte: found.complementar_ate,
    prazoSuspenso: found.prazo_suspenso,
    andamentos: found.andamentos.map((event) => ({
      em: event.em,
      titulo: titleOf(event, complements.has(event)),
      descricao: event.descricao,
    })),
    complementos: [...complements].flatMap(({ em, descricao }) => (descricao === null ? [] : [{ em, texto: descricao }])),
    pergunta: questionOf(found),
    respondidoEm: found.respondido_em,
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
    recursos: found.recursos.map(({ instancia, motivo, interposto_em: em, prazo_em: prazoEm, decisao, texto, autoridade }) => ({
      instancia,
      motivo,
      em,
      prazoEm,
      decisao: decisao === null ? null : decisionLabel(decisao),
      texto,
      autoridade,
    })),
    reclamacao: found.reclamacao === null ? null : complaintOf(found.reclamacao),
    podeComplementar: found.pode_complementar,
    podeReabrir: found.pode_complementar && found.situacao === 'respondida',
    podeRecorrer: found.pode_recorrer,
    podeReclamar: found.pode_reclamar,
    recursoAte: found.recurso_ate,
    autoridadeDoRecurso: found.autoridade_recurso,
    podeAvaliar: found.pode_avaliar,
    podeCorrigirEmail: found.identificacao !== 'anonima' && found.texto !== null,
    satisfacao: found.satisfacao,
  };
}
