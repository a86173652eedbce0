/** The receipt in words, on its page, as a text to keep, and as an entry of a calendar. */
import { PRAZOS_DA_OUVIDORIA, PRAZOS_DO_SIC } from '../atendimento/prazos.ts';
import { formatDate } from '../locale/dates.ts';
import { calendarLines, calendarText } from '../open-data/icalendar.ts';
import { formatBasicInstant } from '../time/basic-instant.ts';
import { withProtocol } from './addresses.ts';
import type { Receipt } from './case-screen.ts';
import type { Channel } from './vocabulary.ts';

export const CHANNEL_NAMES: Readonly<Record<Channel, { readonly what: string; readonly where: string }>> = {
  contato: { what: 'mensagem', where: 'Fale conosco' },
  ouvidoria: { what: 'manifestação', where: 'Ouvidoria' },
  sic: { what: 'pedido de informação', where: 'Serviço de Informação ao Cidadão (SIC)' },
};

/** Returns the end of the term in words: `até 21 de dezembro de 2026, segunda-feira`. */
export function termInWords(day: string): string {
  const [weekday = '', ...date] = formatDate(day, 'weekday').split(', ');
  return date.length === 0 ? `até ${weekday}` : `até ${date.join(', ')}, ${weekday}`;
}

/** Returns what a citizen who is asked for a complement needs to know of its term. @param day the last one to answer */
export function complementTerm(day: string): string {
  return (
    `Responda até ${formatDate(day, 'weekday')}. Até você responder, o prazo do instituto fica parado. ` +
    'Se você não responder até esse dia, o caso será arquivado, e será preciso registrar outro.'
  );
}

/**
 * Returns who decides an appeal (Lei nº 12.527/2011, art. 15 sole paragraph). @param named null where the institution has named nobody
 * @param against what is appealed
 */
export function appealAuthority(named: string | null, against: 'resposta' | 'decisão'): string {
  return named ?? `autoridade superior à que ${against === 'resposta' ? 'respondeu' : 'decidiu'}`;
}

/**
 * Returns the sentences about what happens next.
 * @param hasMail whether the site sends e-mails
 */
export function nextSteps({ channel, anonima, email, prazoEm }: Receipt, hasMail: boolean): readonly string[] {
  const tracking = 'Acompanhe com o protocolo e o código de acesso, em “Acompanhar pelo protocolo”.';
  // An address is typed once: a citizen who sees a wrong letter here can still correct it.
  const byTracking = email === null ? tracking : `${tracking} Se o e-mail ${email} estiver errado, corrija lá.`;
  const term = prazoEm === null ? 'A equipe lê e responde assim que puder.' : `A resposta vem ${termInWords(prazoEm)}.`;
  switch (channel) {
    case 'contato':
      return [term, messageAnswer(email, hasMail), byTracking];
    case 'ouvidoria':
      return [
        'A Ouvidoria lê, pede o que faltar e encaminha à área que pode resolver.',
        `${term} A Ouvidoria pode prorrogar o prazo uma vez, por mais ${PRAZOS_DA_OUVIDORIA.prorrogacao} dias, e diz por quê.`,
        anonima ? `Como você não se identificou, ninguém pode avisar você. ${byTracking}` : byTracking,
        'A Ouvidoria não suspende prazo de recurso contra decisão do instituto.',
      ];
    case 'sic':
      return [
        'O SIC procura a informação e, se for preciso, pede ao setor que a tem.',
        `${term} O SIC pode prorrogar o prazo uma vez, por mais ${PRAZOS_DO_SIC.prorrogacao} dias, e diz por quê.`,
        `Se a resposta não atender, você pode recorrer em ${PRAZOS_DO_SIC.recurso} dias.`,
        byTracking,
      ];
  }
}

/** Where the answer to a message reaches who wrote it. The staff of a site that sends no e-mail answers on the page of the case. */
function messageAnswer(email: string | null, hasMail: boolean): string {
  if (email === null) return 'Vamos ligar para o telefone que você informou.';
  return hasMail ? `A resposta vai para ${email}.` : 'A resposta aparece em “Acompanhar pelo protocolo”. Este site não envia e-mails.';
}

export interface ReceiptSite {
  readonly name: string;
  readonly hasMail: boolean;
  /** Address of the tracking page. */
  readonly trackingUrl: string;
  readonly timeZone: string;
}

/** Returns the receipt as a text. Lines end as Windows ends them, which every editor reads. */
export function receiptText(receipt: Receipt, { name, hasMail, trackingUrl, timeZone }: ReceiptSite): string {
  const { what, where } = CHANNEL_NAMES[receipt.channel];
  const lines = [
    name,
    `Recibo de ${what} - ${where}`,
    '',
    `Protocolo: ${receipt.protocolo}`,
    `Código de acesso: ${receipt.codigo}`,
    `Registrado em: ${formatDate(receipt.registradoEm, 'date-time', timeZone)}`,
    ...(receipt.prazoEm === null ? [] : [`Prazo da resposta: ${termInWords(receipt.prazoEm)}`]),
    '',
    'O que acontece agora',
    ...nextSteps(receipt, hasMail).map((step) => `- ${step}`),
    '',
    `Para acompanhar: ${withProtocol(trackingUrl, receipt.protocolo)}`,
    'Guarde este recibo. Quem tem o protocolo e o código pode ler o caso.',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** Returns the end of the term as an entry of a calendar (RFC 5545); it holds the protocol and not the code. Null without a term. */
export function receiptCalendar(receipt: Receipt, { name, trackingUrl }: ReceiptSite): string | null {
  if (receipt.prazoEm === null) return null;
  return calendarLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//portal//casos//PT',
    'BEGIN:VEVENT',
    `UID:${receipt.protocolo}@casos`,
    `DTSTAMP:${formatBasicInstant(Date.parse(receipt.registradoEm))}`,
    `DTSTART;VALUE=DATE:${receipt.prazoEm.replaceAll('-', '')}`,
    `SUMMARY:${calendarText(`Prazo da resposta ao protocolo ${receipt.protocolo}`)}`,
    `DESCRIPTION:${calendarText(`${name}. Acompanhe em ${withProtocol(trackingUrl, receipt.protocolo)}`)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
}
