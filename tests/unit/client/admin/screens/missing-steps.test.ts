/** The first screen names what an institution has still to do, to those who may do it. */
import { expect, test } from 'vitest';
import type { Access, TableAccess } from '../../../../../client/admin/data/access.ts';
import { missingSteps } from '../../../../../client/admin/screens/dashboard/missing-steps.ts';
import type { DashboardReport } from '../../../../../client/admin/screens/dashboard/report.ts';

const WRITES: TableAccess = { readable: new Set(['id']), insertable: new Set(['id']), changeable: new Set(), canDelete: false };
const READS: TableAccess = { ...WRITES, insertable: new Set() };

const CONTENT = ['contato', 'unidade', 'orgao_colegiado', 'membro_orgao', 'pagina', 'servico', 'documento'];
const EDITOR: Access = new Map([...CONTENT.map((table) => [table, WRITES] as const), ['feriado', READS], ['canal_atendimento', READS]]);
const ADMINISTRATOR: Access = new Map([
  ...[...CONTENT, 'configuracao_site', 'feriado', 'canal_atendimento'].map((table) => [table, WRITES] as const),
  ['users', READS],
]);

const HERE = { endereco_externo: null, autoridade_recurso_1: null };
const CHANNELS = [
  { ...HERE, canal: 'ouvidoria' },
  { ...HERE, canal: 'sic' },
];
const EMPTY: DashboardReport = {
  identity: [],
  contacts: [],
  pages: [],
  units: [],
  bodies: [],
  members: [],
  services: [],
  documents: [],
  answering: [],
  channels: CHANNELS,
  holidays: [],
};
const ONE = [{ id: 1 }];
const DONE: DashboardReport = {
  identity: [{ nome: 'Instituto', logo: '/logo.svg', versao: 1 }],
  contacts: ONE,
  pages: ONE,
  units: ONE,
  bodies: ONE,
  members: ONE,
  services: ONE,
  documents: ONE,
  answering: [{ id: 'a' }],
  channels: [{ ...HERE, canal: 'sic', autoridade_recurso_1: 'Diretoria' }],
  holidays: [{ data: '2027-12-25' }],
};

const placesOf = (report: DashboardReport, access = ADMINISTRATOR): readonly string[] =>
  missingSteps(report, { access, holidaysUntil: '2026-12-31' }).map(({ to }) => to);

test('an administrator of an empty site is led to everything, and to nothing once it is done', () => {
  expect(placesOf(EMPTY)).toEqual([
    '/configuracao_site/create',
    '/configuracao_site/create',
    '/contato/create',
    '/users',
    '/canal_atendimento/sic',
    '/feriado',
    '/unidade/create',
    '/orgao_colegiado/create',
    '/membro_orgao/create',
    '/pagina/create',
    '/servico/create',
    '/documento/create',
  ]);
  expect(placesOf(DONE)).toEqual([]);
  expect(placesOf({})).toEqual([]);
});

test('an editor is led to content alone', () => {
  const { identity: _identity, answering: _answering, ...read } = EMPTY;
  expect(placesOf(read, EDITOR)).toEqual(CONTENT.map((table) => `/${table}/create`));
});

test('channels that another system takes need nobody here', () => {
  const elsewhere = CHANNELS.map((channel) => ({ ...channel, endereco_externo: 'https://falabr.cgu.gov.br/' }));
  expect(placesOf({ ...DONE, answering: [], channels: elsewhere })).toEqual([]);
  expect(placesOf({ ...DONE, answering: [], channels: [...elsewhere, { ...HERE, canal: 'contato' }] })).toEqual(['/users']);
});

test('holidays that end before a term that is given today does are asked for', () => {
  expect(placesOf({ ...DONE, holidays: [{ data: '2026-12-25' }] })).toEqual(['/feriado']);
});

test('the identity of the demonstration is to be replaced once the demonstration has gone', () => {
  const gone = { ...DONE, replacements: [{ acao: 'retirar', linhas: 5_000, feita_em: '2026-11-30T12:00:00Z', autor: null }] } as const;
  expect(placesOf(gone)).toEqual(['/configuracao_site/1']);
  expect(placesOf({ ...gone, identity: [{ nome: 'Nosso', logo: '/logo.svg', versao: 2 }] })).toEqual([]);
  expect(placesOf({ ...gone, replacements: [{ ...gone.replacements[0], acao: 'devolver' }] })).toEqual([]);
});
