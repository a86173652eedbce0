/** The tables of the database: one for each set of open data, with the rows that its file has. */
import type { SiteState } from '../../../shared/site-state/site-state.ts';
import { declarationList } from '../declarations.ts';
import { type ListFileOptions, listRows } from '../list-file.ts';
import type { FileRequest } from '../page-file.ts';
import {
  allDocuments,
  calendarList,
  meetingLists,
  memberList,
  newsList,
  noticeList,
  numberList,
  paymentList,
  statusList,
  unitList,
} from '../page-files.ts';
import { type PublicData, publicAnswer } from '../public-data.ts';
import type { Publisher } from '../publisher.ts';
import { type TableLines, tableLines } from './writing.ts';

export interface OpenDataOptions extends PublicData {
  readonly state: () => SiteState;
  readonly publisher: () => Publisher;
}

/** Tables of the content whose rows the database shows. The lists of files are left out, since the database is a file itself. */
export const SHOWN_TABLES: readonly string[] = [
  'documento',
  'documento_arquivo',
  'categoria_documento',
  'secao_lai',
  'declaracao_inexistencia',
  'noticia',
  'comunicado',
  'unidade',
  'contato',
  'reuniao',
  'orgao_colegiado',
  'membro_orgao',
  'pessoa',
  'pagamento',
  'numero_documento',
  'indicador',
  'calendario_beneficio',
];

/** Returns the tables; their rows are read when their lines are. */
export function openDataTables(options: OpenDataOptions): readonly TableLines[] {
  const request = (): FileRequest => ({
    input: { path: '', params: {}, search: {} },
    format: 'json',
    page: '',
    self: '',
    publisher: options.publisher(),
    state: options.state(),
    ask: (call) => publicAnswer(call, options),
  });
  const table = <Row>(list: ListFileOptions<Row>): TableLines => tableLines(list.dataset, () => listRows(list, request()));
  return [
    table(allDocuments),
    table(declarationList),
    table(newsList),
    table(noticeList),
    table(unitList),
    table(meetingLists),
    table(memberList),
    table(paymentList),
    table(numberList),
    table(calendarList),
    table(statusList),
  ];
}
