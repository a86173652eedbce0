/**
 * E-mails about a case, as text and HTML. A subject has the protocol and nothing of the person, the content or the access code: subjects are shown
 * on locked screens. The code is in the receipt alone; a receipt whose code can no longer be worked out, because its key was taken away, says so.
 */
import { withProtocol } from '../../../shared/cases/addresses.ts';
import { appealAuthority, complementTerm } from '../../../shared/cases/receipt-texts.ts';
import { escapeHtml } from '../../../shared/html/escape.ts';
import { formatDate } from '../../../shared/locale/dates.ts';
import type { QueuedMessage } from '../case-functions.ts';

export interface MailMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Fields beside those of every message. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface MailSite {
  readonly name: string;
  /** Address of the page that shows a case to its citizen. */
  readonly trackingUrl: string;
  /** Address of the page with the telephone numbers and the counters. */
  readonly contactUrl: string;
  readonly timeZone: string;
}

const KEEP_CODE = 'Guarde o protocolo e o código de acesso. Quem tem os dois pode ler o caso.';

const LOST_CODE =
  'O código de acesso não pode mais ser recuperado, nem pela equipe. O seu registro continua valendo, com o mesmo prazo, e os avisos chegam a este e-mail. ' +
  'Para saber como ele está ou acrescentar algo, telefone ou venha com este protocolo.';

const WHAT = { contato: 'mensagem', ouvidoria: 'manifestação', sic: 'pedido de informação' } as const;

/** @param code the access code of a receipt; null in every other message, and where it is lost */
export function caseMessage(message: QueuedMessage, code: string | null, site: MailSite): MailMessage {
  const isLost = message.evento === 'registro' && code === null;
  const { subject, paragraphs: about } = CONTENTS[message.evento](message, site);
  const paragraphs = message.evento === 'registro' ? [...about, isLost ? LOST_CODE : KEEP_CODE] : about;
  const facts: readonly (readonly [string, string])[] = [
    ['Protocolo', message.protocolo],
    ...(code === null ? [] : [['Código de acesso', code] as const]),
    ['Registro', formatDate(message.registrado_em, 'date-time', site.timeZone)],
  ];
  const [closing, url] = isLost
    ? ['Os telefones, os endereços e os horários estão em', site.contactUrl]
    : ['Acompanhe com o protocolo e o código de acesso em', withProtocol(site.trackingUrl, message.protocolo)];
  const note = 'Esta mensagem é automática. Respostas a este endereço não são lidas.';
  const text = [
    ...paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
    `${closing} ${url}`,
    '',
    note,
    site.name,
  ].join('\n');
  const shown = [
    ...paragraphs.map((paragraph) => `<p style="white-space: pre-line">${escapeHtml(paragraph)}</p>`),
    `<p>${facts.map(([label, value]) => `${label}: <strong>${escapeHtml(value)}</strong>`).join('<br>')}</p>`,
    `<p>${closing} <a href="${escapeHtml(url)}">${escapeHtml(url)}</a>.</p>`,
    `<p>${note}<br>${escapeHtml(site.name)}</p>`,
  ].join('\n');
  const title = escapeHtml(subject);
  const html = `<!doctype html>\n<html lang="pt-BR"><head><meta charset="utf-8"><title>${title}</title></head><body>\n${shown}\n</body></html>\n`;
  return { subject, text, html };
}

function answerTerm(due: string | null): string {
  return due === null ? 'A equipe lê e responde assim que puder.' : `O prazo da resposta vai até ${formatDate(due, 'weekday')}.`;
}

interface Content {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

const CONTENTS: Readonly<Record<QueuedMessage['evento'], (message: QueuedMessage, site: MailSite) => Content>> = {
  registro: ({ protocolo, canal, prazo_em: due, respondido: isAnswered }) => ({
    subject: `Protocolo ${protocolo}: recebemos o seu registro`,
    paragraphs: [
      `Recebemos o seu registro (${WHAT[canal]}).`,
      isAnswered ? 'Já há uma resposta, na página de acompanhamento.' : answerTerm(due),
    ],
  }),
  complementacao: ({ protocolo, complementar_ate: until }) => ({
    subject: `Protocolo ${protocolo}: precisamos de uma informação`,
    paragraphs: [
      'Para continuar, precisamos de uma informação sua. Veja a pergunta e responda na página de acompanhamento.',
      ...(until === null ? [] : [complementTerm(until)]),
    ],
  }),
  prorrogacao: ({ protocolo, prazo_em: due }) => ({
    subject: `Protocolo ${protocolo}: o prazo foi prorrogado`,
    paragraphs: [
      `O prazo da resposta foi prorrogado${due === null ? '' : ` e agora vai até ${formatDate(due, 'weekday')}`}.`,
      'A justificativa está na página de acompanhamento.',
    ],
  }),
  encaminhamento: ({ protocolo }) => ({
    subject: `Protocolo ${protocolo}: encaminhado a outro órgão`,
    paragraphs: ['O assunto é de outro órgão. A página de acompanhamento diz qual é.'],
  }),
  resposta: ({ protocolo, canal, resposta, recurso_ate: until, autoridade_recurso: authority }) => ({
    subject: `Protocolo ${protocolo}: há uma resposta`,
    paragraphs: [
      ...(resposta === null ? ['A resposta está na página de acompanhamento.'] : ['A resposta à sua mensagem:', resposta]),
      ...(until === null
        ? []
        : [
            canal === 'sic'
              ? `Se a resposta não atender, você pode recorrer até ${formatDate(until, 'weekday')}. Quem decide o recurso: ${appealAuthority(authority, 'resposta')}.`
              : `Se a resposta não resolver, você pode complementar e reabrir o caso até ${formatDate(until, 'weekday')}.`,
          ]),
    ],
  }),
  recurso: ({ protocolo, prazo_em: due, autoridade_recurso: authority, respondido: isDecided }) => ({
    subject: `Protocolo ${protocolo}: recebemos o seu recurso`,
    paragraphs: isDecided
      ? ['Recebemos o seu recurso.', 'A decisão já está na página de acompanhamento.']
      : [
          `Recebemos o seu recurso.${due === null ? '' : ` A decisão vem até ${formatDate(due, 'weekday')}.`}`,
          ...(authority === null ? [] : [`Quem decide: ${authority}.`]),
        ],
  }),
  decisao: ({ protocolo, recurso_ate: until, autoridade_recurso: authority }) => ({
    subject: `Protocolo ${protocolo}: o recurso foi decidido`,
    paragraphs: [
      'A decisão do recurso está na página de acompanhamento.',
      ...(until === null
        ? []
        : [
            `Se discordar, você pode recorrer à instância seguinte até ${formatDate(until, 'weekday')}. Quem decide: ${appealAuthority(authority, 'decisão')}.`,
          ]),
    ],
  }),
  reclassificacao: ({ protocolo, canal, prazo_em: due }) => ({
    subject: `Protocolo ${protocolo}: mudou de canal`,
    paragraphs: [
      `O seu registro passou a ser tratado como ${WHAT[canal]}. O protocolo e a data de registro são os mesmos.`,
      ...(due === null ? [] : [`O prazo da resposta vai até ${formatDate(due, 'weekday')}.`]),
    ],
  }),
  encerramento: ({ protocolo }) => ({
    subject: `Protocolo ${protocolo}: o caso foi encerrado`,
    paragraphs: ['O caso foi arquivado. O motivo está na página de acompanhamento.'],
  }),
  reclamacao: ({ protocolo, prazo_em: due, respondido: isDecided }) => ({
    subject: `Protocolo ${protocolo}: recebemos a sua reclamação`,
    paragraphs: [
      'Recebemos a sua reclamação por falta de resposta.',
      isDecided || due === null
        ? 'O que aconteceu depois já está na página de acompanhamento.'
        : `A decisão vem até ${formatDate(due, 'weekday')}. O instituto continua obrigado a responder ao pedido.`,
    ],
  }),
  decisao_da_reclamacao: ({ protocolo }) => ({
    subject: `Protocolo ${protocolo}: a reclamação foi decidida`,
    paragraphs: ['A decisão da sua reclamação por falta de resposta está na página de acompanhamento.'],
  }),
  complemento: ({ protocolo }) => ({
    subject: `Protocolo ${protocolo}: a resposta foi complementada`,
    paragraphs: [
      'O instituto corrigiu ou completou a resposta. O texto novo está na página de acompanhamento, abaixo da resposta, que continua lá.',
    ],
  }),
};
