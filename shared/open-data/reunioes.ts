/** Meetings of councils and committees as open data and as a calendar. */
import type { DadosDaReuniaoFragment } from '../graphql/generated/operations.ts';
import { plainText } from '../html/headings.ts';
import { bodyPath } from '../routes/body-path.ts';
import { dataAddress } from '../routes/data-address.ts';
import { routePath } from '../routes/url.ts';
import { changedAtColumn, type Dataset } from './dataset.ts';

export type MeetingRow = DadosDaReuniaoFragment;

/** How a meeting is held, by `reuniao.modalidade`. */
export const MODALIDADES: Readonly<Record<string, string>> = {
  presencial: 'Presencial',
  remota: 'À distância',
  hibrida: 'Presencial e à distância',
};

/** Situations in which no meeting is held at the announced time. */
const DOES_NOT_TAKE_PLACE: ReadonlySet<string> = new Set(['cancelada', 'adiada']);

function pageOf({ orgao }: MeetingRow): string {
  return bodyPath(orgao.chave);
}

function agendaOf({ pauta_html }: MeetingRow): string | null {
  if (pauta_html === null) return null;
  // The points of an agenda are the items of a list.
  return plainText(pauta_html.replaceAll(/<\/(?:li|p)>/g, ';'))
    .replaceAll(/ ?;(?: ?;)*/g, ';')
    .replace(/;$/, '');
}

function minutesOf({ ata }: MeetingRow): string | null {
  return ata === null ? null : routePath('documento', { category: ata.categoria_slug, id: ata.id });
}

function nameOf({ numero, ano, tipo_reuniao, orgao }: MeetingRow): string {
  const tipo = tipo_reuniao.rotulo.toLowerCase();
  return `${orgao.nome}: ${numero === null ? `reunião ${tipo}` : `${numero}ª reunião ${tipo}`} de ${ano}`;
}

export const REUNIOES: Dataset<MeetingRow> = {
  key: 'reunioes',
  title: 'Reuniões',
  description: 'As reuniões dos conselhos, do comitê e da diretoria: as marcadas, as realizadas e as que não ocorreram.',
  columns: [
    { name: 'id', type: 'inteiro', meaning: 'Número permanente da reunião no site.', example: '204', value: ({ id }) => id },
    { name: 'orgao', type: 'texto', meaning: 'Órgão que se reúne.', example: 'Conselho Fiscal', value: ({ orgao }) => orgao.nome },
    { name: 'numero', type: 'inteiro', meaning: 'Número da reunião no ano.', example: '3', value: ({ numero }) => numero },
    { name: 'ano', type: 'inteiro', meaning: 'Ano da numeração.', example: '2026', value: ({ ano }) => ano },
    { name: 'tipo', type: 'texto', meaning: 'Espécie da reunião.', example: 'Ordinária', value: ({ tipo_reuniao }) => tipo_reuniao.rotulo },
    {
      name: 'situacao',
      type: 'texto',
      meaning: 'Prevista, realizada, adiada ou cancelada.',
      example: 'Realizada',
      value: ({ situacao_reuniao }) => situacao_reuniao.rotulo,
    },
    { name: 'inicio', type: 'momento', meaning: 'Início.', example: '2026-03-17T17:30:00Z', value: ({ inicio }) => inicio },
    { name: 'fim', type: 'momento', meaning: 'Término.', example: '2026-03-17T19:30:00Z', value: ({ fim }) => fim },
    { name: 'local', type: 'texto', meaning: 'Onde ocorre.', example: 'Sala de reuniões da sede', value: ({ local }) => local },
    {
      name: 'modalidade',
      type: 'texto',
      meaning: 'Presencial, à distância ou as duas.',
      example: 'Presencial',
      value: ({ modalidade }) => (modalidade === null ? null : (MODALIDADES[modalidade] ?? modalidade)),
    },
    { name: 'pauta', type: 'texto', meaning: 'Assuntos, em texto corrido.', example: 'Exame dos balancetes do trimestre', value: agendaOf },
    {
      name: 'ata',
      type: 'endereco',
      meaning: 'Endereço da página da ata.',
      example: 'https://previdencia.exemplo.gov.br/lai/documentos/atas/1042',
      value: (row, site) => absolute(minutesOf(row), site),
    },
    {
      name: 'gravacao',
      type: 'endereco',
      meaning: 'Endereço da gravação.',
      example: 'https://videos.exemplo.gov.br/204',
      value: ({ video_url }) => video_url,
    },
    changedAtColumn('2026-03-18T13:20:00Z'),
    {
      name: 'pagina',
      type: 'endereco',
      meaning: 'Endereço da página do órgão.',
      example: 'https://previdencia.exemplo.gov.br/institucional/conselho-fiscal',
      value: (row, site) => site + pageOf(row),
    },
    {
      name: 'agenda',
      type: 'endereco',
      meaning: 'Endereço da reunião como evento de agenda (iCalendar).',
      example: 'https://previdencia.exemplo.gov.br/dados/reunioes/204.ics',
      value: ({ id }, site) => site + dataAddress(`reunioes/${id}`, 'ics'),
    },
  ],
  event: (row) => {
    const takesPlace = !DOES_NOT_TAKE_PLACE.has(row.situacao);
    return {
      key: `reuniao-${row.id}`,
      path: pageOf(row),
      title: takesPlace ? nameOf(row) : `${row.situacao_reuniao.rotulo}: ${nameOf(row)}`,
      start: row.inicio,
      end: row.fim,
      updated: row.atualizado_em,
      place: row.local,
      description: agendaOf(row),
      takesPlace,
    };
  },
};

function absolute(path: string | null, site: string): string | null {
  return path === null ? null : site + path;
}
