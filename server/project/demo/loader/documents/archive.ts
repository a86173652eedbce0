import { cameUntil, type Dia } from '../dates.ts';
import type { MeetingRules, ReuniaoDemo } from '../meetings.ts';
import type { PessoaDemo } from '../people.ts';
import type { Printer } from '../printer.ts';
import { listFiles } from '../source.ts';
import { type DocumentoDemo, documento } from './document.ts';
import { type FamilyContext, type LookupTable, readFamily, readSeries, withCalendar } from './families.ts';
import { meetingTable, withPerformance } from './minutes.ts';

interface People {
  readonly pessoas: readonly PessoaDemo[];
  readonly comAta: readonly ReuniaoDemo[];
  readonly rules: MeetingRules;
  readonly membrosEm: Printer['membrosEm'];
}

/** Reads the tables to which the templates of the documents refer. */
export function readContext(hoje: Dia, { pessoas, comAta, rules, membrosEm }: People): FamilyContext {
  return {
    hoje,
    tables: {
      meses: withPerformance(withCalendar(readSeries('meses'))),
      carteira: readSeries('carteira'),
      fornecimentos: readSeries('fornecimentos'),
      instituicoes: readSeries('instituicoes'),
      pessoas: new Map(pessoas.map((pessoa) => [pessoa.chave, { ...pessoa }])),
      reunioes: meetingTable(comAta, membrosEm),
      calendarios: calendars(rules, comAta),
    },
  };
}

/** The ordinary meetings of each body and year, by keys like `conselho_fiscal:2026`. */
function calendars(rules: MeetingRules, comAta: readonly ReuniaoDemo[]): LookupTable {
  const ordinarias = comAta.filter(({ tipo }) => tipo === 'ordinaria');
  const byKey = Map.groupBy(ordinarias, ({ orgao, ano }) => `${orgao}:${ano}`);
  return new Map(
    [...byKey].map(([chave, reunioes]) => {
      const [orgao = '', ano] = chave.split(':');
      const de = rules.orgaos.find((candidato) => candidato.chave === orgao)?.de;
      return [chave, { chave, orgao, ano: Number(ano), de, reunioes: reunioes.map((reuniao) => ({ ...reuniao })) }];
    }),
  );
}

/**
 * Reads what has been published by `hoje`, in the order of publication, which is also the order of the ids. Documents whose days are counted from
 * `hoje` (folder `ocultos`) stand among them so that no id moves (`cameUntil`).
 */
export function readArchive(context: FamilyContext): readonly DocumentoDemo[] {
  const read = (folder: string): readonly DocumentoDemo[] =>
    listFiles(folder, '.yaml').flatMap((file) => readFamily(file, documento, context));
  const ocultos = new Set(read('content/ocultos'));
  const all = [...read('content/documentos').toSorted(byPublication), ...ocultos];
  const dayOf = (written: DocumentoDemo): Dia => (ocultos.has(written) ? '' : written.publicado_em);
  return cameUntil(all, { hoje: context.hoje, dayOf }).map((written) => onDay(written, context.hoje));
}

/** A contract that has ended since its file was written is over. */
function onDay(written: DocumentoDemo, hoje: Dia): DocumentoDemo {
  const { situacao_id, vigencia_fim } = written;
  return situacao_id === 'vigente' && vigencia_fim !== null && vigencia_fim < hoje ? { ...written, situacao_id: 'encerrada' } : written;
}

function byPublication(a: DocumentoDemo, b: DocumentoDemo): number {
  const [first, second] = a.publicado_em === b.publicado_em ? [a.chave, b.chave] : [a.publicado_em, b.publicado_em];
  return first < second ? -1 : 1;
}
