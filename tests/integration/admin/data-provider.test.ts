/** The data provider of the administration on the project's schema, metadata and engine. */
import type { RaRecord } from 'react-admin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EditConflict } from '../../../client/admin/data/edit-conflict.ts';
import { readDeletions, restore } from '../../../client/admin/lists/deleted/deletions.ts';
import { listFile } from '../../../client/admin/lists/list-file.ts';
import { contentTypeOf } from '../../../client/admin/resources/content-types.ts';
import { ADMINISTRATOR, ANA, BIA, PROJECT_ENGINES, type ProjectEngine } from '../project/editorial/project-engine.ts';
import { type Desk, deskOf } from './own-engine.ts';

const PAGE = { page: 1, perPage: 10 };
const BY_TERM = { field: 'termo', order: 'ASC' } as const;

/** The error of a promise that must reject. */
async function errorOf(
  promise: Promise<unknown>,
): Promise<{ readonly status: number; readonly message: string; readonly body?: { errors?: unknown } }> {
  return promise.then(
    () => {
      throw new Error('expected a rejection');
    },
    (error: unknown) => error as { status: number; message: string },
  );
}

describe.each(PROJECT_ENGINES)('the data provider on %s', (_name, open) => {
  let engine: ProjectEngine;
  let ana: Desk;
  let bia: Desk;

  beforeAll(async () => {
    engine = await open();
    ana = await deskOf(() => engine, ANA);
    bia = await deskOf(() => engine, BIA);
  });
  afterAll(() => engine.close());

  const term = async (termo: string, more: Readonly<Record<string, unknown>> = {}): Promise<RaRecord> =>
    (await ana.provider.create('termo_glossario', { data: { termo, definicao: `O que é ${termo}`, sinonimos: [], ...more } })).data;

  test('lists a page with the total, in the order that is asked for', async () => {
    for (const termo of ['Lista C', 'Lista A', 'Lista B']) await term(termo);
    const { data, total, pageInfo } = await ana.provider.getList('termo_glossario', {
      pagination: { page: 1, perPage: 2 },
      sort: BY_TERM,
      filter: { q: 'lista' },
    });
    expect(data.map(({ termo }) => termo)).toEqual(['Lista A', 'Lista B']);
    expect([total, pageInfo?.hasNextPage]).toEqual([3, true]);
    const last = await ana.provider.getList('termo_glossario', {
      pagination: { page: 2, perPage: 2 },
      sort: BY_TERM,
      filter: { q: 'lista' },
    });
    expect([last.data.map(({ termo }) => termo), last.pageInfo?.hasNextPage]).toEqual([['Lista C'], false]);
  });

  test.each([
    ['declaracao_inexistencia', 'categoria_slug', ['portarias']],
    ['pagamento', 'documento_id', ['Oferta de contrato']],
    ['reuniao', 'ata_documento_id', ['Oferta de ata']],
  ])('offers in %s, as %s, only rows that the database takes there', async (table, column, offered) => {
    await engine.database.script(`delete from documento where titulo like 'Oferta %'; insert into documento (categoria_slug, titulo, exercicio) values
      ('leis', 'Oferta de lei', 2026), ('contratoPublicacao', 'Oferta de contrato', 2026), ('atasDoConselhoFiscal', 'Oferta de ata', 2026)`);
    const field = contentTypeOf(table).fields.find(({ name }) => name === column);
    if (field?.kind !== 'reference') throw new Error(`${column} is no reference`);
    const { data } = await ana.provider.getList(field.to, {
      pagination: PAGE,
      sort: { field: 'id', order: 'ASC' },
      filter: {
        ...field.among,
        ...(field.to === 'documento' ? { titulo: { _like: 'Oferta %' } } : { slug: { _in: ['leis', 'portarias'] } }),
      },
    });
    expect(data.map((row) => (field.to === 'documento' ? row['titulo'] : row['slug']) as unknown)).toEqual(offered);
  });

  test('names a meeting by its body, number, type and day, and finds it by any of them', async () => {
    await engine.database.script(
      `insert into orgao_colegiado (id, chave, nome, periodicidade) values (901, 'conselho_fiscal', 'Conselho Fiscal', 'mensal')`,
    );
    const type = contentTypeOf('reuniao');
    for (const [tipo, numero, inicio] of [
      ['ordinaria', 10, '2026-10-22T01:30:00Z'],
      ['extraordinaria', null, '2026-10-05T12:00:00Z'],
    ] as const) {
      await ana.provider.create('reuniao', { data: { orgao_id: 901, tipo, numero, inicio, situacao: 'realizada' } });
    }
    const named = async (q: string): Promise<readonly unknown[]> =>
      (await ana.provider.getList('reuniao', { pagination: PAGE, sort: { field: 'inicio', order: 'ASC' }, filter: { q } })).data.map(
        (row) => row[type.title] as unknown,
      );
    const ordinary = 'Conselho Fiscal, 10ª reunião ordinária, 21/10/2026';
    expect(await named('fiscal 10/2026')).toEqual(['Conselho Fiscal, reunião extraordinária, 05/10/2026', ordinary]);
    expect(await named('10ª')).toEqual([ordinary]);
    await engine.database.script('delete from reuniao; delete from orgao_colegiado');
  });

  test('names members, figures, certificates and assessments by what tells them apart', async () => {
    await engine.database.script(`
      insert into orgao_colegiado (id, chave, nome, periodicidade) values (902, 'conselho_fiscal', 'Conselho Fiscal', 'mensal');
      insert into pessoa (id, nome) values ('00000000-0000-4000-8000-0000000000c1', 'Rui Sá');
      insert into documento (id, categoria_slug, titulo, exercicio) values (902, 'balancoGeral', 'Balanço', 2026)`);
    const administrator = await deskOf(() => engine, ADMINISTRATOR);
    const named = async (table: string, data: object): Promise<unknown> => {
      const { id } = (await administrator.provider.create(table, { data })).data;
      return (await ana.provider.getOne(table, { id })).data[contentTypeOf(table).title] as unknown;
    };
    const member = { orgao_id: 902, pessoa_id: '00000000-0000-4000-8000-0000000000c1', condicao: 'titular' };
    expect(await named('membro_orgao', { ...member, cargo: 'Presidente' })).toBe('Rui Sá, Presidente, Conselho Fiscal');
    expect(await named('membro_orgao', { ...member, mandato_inicio: '2020-01-01' })).toBe('Rui Sá, Conselho Fiscal');
    const [indicator] = await engine.rows('select codigo, nome from indicador order by codigo limit 1');
    const figure = { documento_id: 902, indicador_codigo: indicator?.['codigo'], data_base: '2026-03-31', valor: '1.5' };
    expect(await named('numero_documento', figure)).toBe(`${String(indicator?.['nome'])}, 31/03/2026`);
    const certificate = {
      nivel: 'II',
      versao_manual: '4.0',
      certificadora: 'Alfa',
      certificado_em: '2026-01-02',
      valido_ate: '2029-01-01',
    };
    expect(await named('progestao_certificacao', certificate)).toMatch(/II, Alfa, 02\/01\/2026$/);
    const [action] = await engine.rows('select codigo, nome from progestao_acao order by codigo limit 1');
    const [certified] = await engine.rows(`select id from progestao_certificacao where certificadora = 'Alfa'`);
    const assessment = {
      certificacao_id: certified?.['id'],
      acao_codigo: action?.['codigo'],
      situacao: 'atendida',
      avaliado_em: '2026-01-02',
    };
    expect(await named('progestao_avaliacao', assessment)).toBe(`${String(action?.['nome'])}, 02/01/2026`);
    await engine.database.script('delete from membro_orgao; delete from numero_documento; delete from orgao_colegiado');
  });

  test('lists the entries of menus menu by menu, and those of one entry together', async () => {
    const administrator = await deskOf(() => engine, ADMINISTRATOR);
    const entry = async (area: string, rotulo: string, ordem: number, pai_id: unknown = null): Promise<unknown> => {
      const data = { area, rotulo, ordem, pai_id, destino_tipo: 'rota', destino: '/menus-em-ordem' };
      return (await administrator.provider.create('menu_item', { data })).data.id;
    };
    const second = await entry('principal', 'B', 2);
    const first = await entry('principal', 'A', 1);
    await entry('principal', 'B1', 1, second);
    await entry('rodape', 'R', 1);
    await entry('principal', 'A2', 2, first);
    await entry('principal', 'A1', 1, first);
    const listed = async (order: 'ASC' | 'DESC'): Promise<readonly unknown[]> => {
      const query = { pagination: PAGE, sort: { field: 'ordem', order }, filter: { q: 'menus-em-ordem' } };
      return (await ana.provider.getList('menu_item', query)).data.map(({ rotulo }) => rotulo as unknown);
    };
    expect(await listed('ASC')).toEqual(['A', 'B', 'A1', 'A2', 'B1', 'R']);
    expect(await listed('DESC')).toEqual(['R', 'B1', 'A2', 'A1', 'B', 'A']);
  });

  test('lists questions category by category', async () => {
    const add = async (table: string, data: object): Promise<unknown> => (await ana.provider.create(table, { data })).data.id;
    for (const ordem of [92, 91]) {
      const categoria_id = await add('faq_categoria', { nome: `Ordem ${ordem}`, slug: `ordem-${ordem}`, ordem });
      for (const place of [2, 1])
        await add('pergunta_frequente', { categoria_id, pergunta: `Emordem ${ordem}.${place}`, resposta_html: '<p>x</p>', ordem: place });
    }
    const query = { pagination: PAGE, sort: { field: 'ordem', order: 'ASC' as const }, filter: { q: 'emordem' } };
    const { data } = await ana.provider.getList('pergunta_frequente', query);
    expect(data.map(({ pergunta }) => pergunta as unknown)).toEqual(['Emordem 91.1', 'Emordem 91.2', 'Emordem 92.1', 'Emordem 92.2']);
  });

  test('brings an entry of a menu back with the entries inside it, once', async () => {
    const administrator = await deskOf(() => engine, ADMINISTRATOR);
    const { provider, run } = administrator;
    const type = contentTypeOf('menu_item');
    const access = administrator.access.get('menu_item');
    if (access === undefined) throw new Error('an administrator reads the menus');
    const entry = async (rotulo: string, ordem: number, pai_id: unknown = null): Promise<unknown> => {
      const data = { area: 'principal', rotulo, ordem, pai_id, destino_tipo: 'rota', destino: '/menu-de-volta', ativo: false };
      return (await provider.create('menu_item', { data })).data.id;
    };
    const parent = await entry('Volta', 7);
    await entry('Volta A', 1, parent);
    await entry('Volta B', 2, parent);
    const entries = async (): Promise<readonly unknown[]> =>
      engine.rows(`select m.rotulo, m.ordem, m.ativo, p.rotulo as pai from public.menu_item m left join public.menu_item p on p.id = m.pai_id
                   where m.destino = '/menu-de-volta' order by m.rotulo`);
    const before = await entries();
    await provider.delete('menu_item', { id: parent as number });
    expect(await entries()).toEqual([]);
    const [deletion] = await readDeletions(run, type, access);
    if (deletion === undefined) throw new Error('the deletion is listed');
    expect(deletion).toMatchObject({ title: 'Volta', inside: 2, isThere: false });
    await restore(run, type, deletion);
    expect(await entries()).toEqual(before);
    expect((await readDeletions(run, type, access))[0]).toMatchObject({ title: 'Volta', isThere: true });
  });

  test('brings an entry of a menu back into the one that came back before, which has another key', async () => {
    const { provider, run, access: tables } = await deskOf(() => engine, ADMINISTRATOR);
    const [type, access] = [contentTypeOf('menu_item'), tables.get('menu_item')];
    if (access === undefined) throw new Error('an administrator reads the menus');
    const entry = async (rotulo: string, pai_id: unknown): Promise<string | number> =>
      (await provider.create('menu_item', { data: { area: 'rodape', rotulo, pai_id, ordem: 9, ativo: true } })).data.id;
    const parent = await entry('Grupo', null);
    const child = await entry('Entrada', parent);
    const below = await entry('Abaixo', child);
    for (const id of [below, child, parent]) await provider.delete('menu_item', { id });
    for (const title of ['Grupo', 'Entrada', 'Abaixo']) {
      const deletion = (await readDeletions(run, type, access)).find((other) => other.title === title);
      if (deletion === undefined) throw new Error('the deletion is listed');
      expect(deletion.isThere).toBe(false);
      await restore(run, type, deletion);
    }
    expect((await readDeletions(run, type, access)).slice(0, 3).map(({ isThere }) => isThere)).toEqual([true, true, true]);
    expect(
      await engine.rows(`select g.rotulo as um, e.rotulo as dois, a.rotulo as tres from menu_item a join menu_item e on e.id = a.pai_id
                           join menu_item g on g.id = e.pai_id where a.rotulo = 'Abaixo'`),
    ).toEqual([{ um: 'Grupo', dois: 'Entrada', tres: 'Abaixo' }]);
    await engine.database.script("delete from menu_item where rotulo in ('Grupo', 'Entrada', 'Abaixo')");
  });

  test('brings a figure back once, whose name the database makes', async () => {
    const { provider, run, access: tables } = await deskOf(() => engine, ADMINISTRATOR);
    const [type, access] = [contentTypeOf('numero_documento'), tables.get('numero_documento')];
    if (access === undefined) throw new Error('an administrator reads the figures');
    await engine.database.script(
      `insert into documento (id, categoria_slug, titulo, exercicio) values (903, 'balancoGeral', 'Balanço', 2026)`,
    );
    const [indicator] = await engine.rows('select codigo from indicador order by codigo limit 1');
    const data = { documento_id: 903, indicador_codigo: indicator?.['codigo'], data_base: '2026-05-31', valor: '1.5' };
    const { id } = (await provider.create('numero_documento', { data })).data;
    await provider.delete('numero_documento', { id });
    const [deletion] = await readDeletions(run, type, access);
    if (deletion === undefined) throw new Error('the deletion is listed');
    expect(deletion).toMatchObject({ title: '', isThere: false });
    await restore(run, type, deletion);
    expect((await readDeletions(run, type, access))[0]).toMatchObject({ isThere: true });
    await engine.database.script('delete from numero_documento');
  });

  test('finds folded text by words with and without accents, all of them', async () => {
    const data = { titulo: 'Eleição do Conselho', slug: 'eleicao-do-conselho', corpo_html: '<p>a</p>' };
    const { data: row } = await ana.provider.create('noticia', { data });
    const found = async (q: string): Promise<readonly unknown[]> =>
      (await ana.provider.getList('noticia', { pagination: PAGE, sort: { field: 'id', order: 'ASC' }, filter: { q } })).data.map(
        ({ id }) => id,
      );
    expect(await found('ELEICAO')).toEqual([row.id]);
    expect(await found('eleição conselho')).toEqual([row.id]);
    expect(await found('eleição banana')).toEqual([]);
    expect(await found('elei%o')).toEqual([]);
  });

  test('filters by a column, by several values and by an expression', async () => {
    const [one, two] = [await term('Filtro 1', { sigla: 'F1' }), await term('Filtro 2', { sigla: 'F2' })];
    const ids = async (filter: Readonly<Record<string, unknown>>): Promise<readonly unknown[]> =>
      (await ana.provider.getList('termo_glossario', { pagination: PAGE, sort: BY_TERM, filter })).data.map(({ id }) => id);
    expect(await ids({ sigla: 'f1' })).toEqual([one.id]);
    expect(await ids({ id: [one.id, two.id] })).toEqual([one.id, two.id]);
    expect(await ids({ sigla: { _in: ['F2'] } })).toEqual([two.id]);
  });

  test('counts up to a bound and then says only that there is more', async () => {
    await engine.rows(
      `insert into public.termo_glossario (termo, definicao) select 'Muitos ' || n, 'x' from generate_series(1, 1001) as n`,
    );
    const { total, pageInfo } = await ana.provider.getList('termo_glossario', { pagination: PAGE, sort: BY_TERM, filter: { q: 'muitos' } });
    expect([total, pageInfo?.hasNextPage]).toEqual([undefined, true]);
    await engine.rows(`delete from public.termo_glossario where termo like 'Muitos %'`);
  });

  test('makes a file for spreadsheets of what the filter of a list leaves, page by page, and says where it is cut', async () => {
    const names = ['=1+1', 'Ata; a "primeira"', 'Comum'];
    for (const [index, titulo] of names.entries()) {
      await ana.provider.create('documento', {
        data: {
          titulo,
          categoria_slug: 'leis',
          ementa: 'Do arquivo',
          exercicio: 2026,
          valor: 1234.5,
          publicado_em: `2026-03-0${index + 1}`,
        },
      });
    }
    const options = {
      provider: ana.provider,
      readable: (table: string) => ana.access.get(table)?.readable ?? new Set<string>(),
      timeZone: 'America/Belem',
      now: Date.UTC(2026, 5, 1),
      site: 'https://instituto.example',
      signal: new AbortController().signal,
      onProgress: () => undefined,
    };
    const list = { sort: { field: 'publicado_em', order: 'ASC' as const }, filter: { ementa: { _eq: 'Do arquivo' } } };
    const { file, rows, isCut } = await listFile(contentTypeOf('documento'), list, options);
    const [head = '', ...lines] = (await file.text()).trimEnd().split('\r\n');
    const headings = head.split(';');
    const column = (line: string | undefined, heading: string): string | undefined => line?.split(/;(?! a)/)[headings.indexOf(heading)];
    expect([rows, isCut, [...new Uint8Array(await file.arrayBuffer())].slice(0, 3)]).toEqual([3, false, [0xef, 0xbb, 0xbf]]);
    expect(lines.map((line) => column(line, 'Título'))).toEqual(["'=1+1", '"Ata; a ""primeira"""', 'Comum']);
    expect(
      ['Categoria', 'Valor', 'Data de publicação', 'Publicado', 'Situação no site'].map((heading) => column(lines[2], heading)),
    ).toEqual(['Leis', '1234,5', '2026-03-03', 'não', 'Rascunho']);
    expect(column(lines[2], 'Endereço no site')).toMatch(/^https:\/\/instituto\.example\/.*leis\/\d+$/);
    const cut = await listFile(contentTypeOf('documento'), list, { ...options, mostRows: 2 });
    expect([cut.rows, cut.isCut, (await cut.file.text()).split('\r\n').at(-2)]).toEqual([
      2,
      true,
      'A lista continua: o arquivo tem os 2 primeiros registros do filtro.',
    ]);
  });

  test('reads several rows by one request', async () => {
    const rows = [await term('Vários 1'), await term('Vários 2'), await term('Vários 3')];
    const before = ana.requests();
    const { data } = await ana.provider.getMany('termo_glossario', { ids: rows.map(({ id }) => id) });
    expect(new Set(data.map(({ id }) => id))).toEqual(new Set(rows.map(({ id }) => id)));
    expect(ana.requests() - before).toBe(1);
  });

  test('names rows by their key where it is not called id', async () => {
    const { data } = await ana.provider.getOne('categoria_documento', { id: 'leis' });
    expect([data.id, data.slug]).toEqual(['leis', 'leis']);
    const vocabulary = await ana.provider.getList('tipo_comunicado', { pagination: PAGE, sort: { field: 'id', order: 'ASC' }, filter: {} });
    expect(vocabulary.data[0]).toMatchObject({ id: 'aviso', rotulo: 'Aviso' });
  });

  test('writes what changed and nothing else', async () => {
    const row = await term('Mudança', { sigla: 'M' });
    await engine.rows(`update public.termo_glossario set fonte_url = 'https://exemplo.gov.br' where id = ${row.id}`);
    const { data: fresh } = await ana.provider.getOne('termo_glossario', { id: row.id });
    const { data } = await ana.provider.update('termo_glossario', { id: row.id, data: { ...fresh, sigla: '' }, previousData: fresh });
    expect(data).toMatchObject({ sigla: null, fonte_url: 'https://exemplo.gov.br', versao: Number(fresh.versao) + 1 });
    const before = ana.requests();
    await ana.provider.update('termo_glossario', { id: row.id, data, previousData: data });
    expect(ana.requests()).toBe(before);
  });

  test('tells the second of two editors, keeps what both wrote, and writes nothing', async () => {
    const row = await term('Conflito');
    await bia.provider.update('termo_glossario', { id: row.id, data: { ...row, definicao: 'de Bia' }, previousData: row });
    const attempt = ana.provider.update('termo_glossario', { id: row.id, data: { ...row, definicao: 'de Ana' }, previousData: row });
    const conflict = await errorOf(attempt);
    expect(conflict).toBeInstanceOf(EditConflict);
    expect(conflict).toMatchObject({ status: 409, current: { definicao: 'de Bia' }, attempted: { definicao: 'de Ana' } });
    expect((await ana.provider.getOne('termo_glossario', { id: row.id })).data.definicao).toBe('de Bia');
  });

  test('says that a row which another editor deleted does not exist any more', async () => {
    const row = await term('Excluído');
    await bia.provider.delete('termo_glossario', { id: row.id });
    const error = await errorOf(ana.provider.update('termo_glossario', { id: row.id, data: { ...row, sigla: 'X' }, previousData: row }));
    expect([error.status, error.message]).toEqual([404, 'Este conteúdo não existe mais.']);
  });

  test('makes and replaces the rows that belong to a row, in one transaction with it', async () => {
    const fiscais = [{ pessoa_nome: 'Rui', portaria: '1/2026' }];
    const document = { categoria_slug: 'contratoPublicacao', titulo: 'Contrato 1', exercicio: 2026, fiscais };
    const { data: row } = await ana.provider.create('documento', { data: document });
    expect(row.fiscais).toEqual([{ pessoa_nome: 'Rui', portaria: '1/2026', inicio: null, fim: null }]);
    const changed = { ...row, fiscais: [{ pessoa_nome: 'Eva' }, { pessoa_nome: 'Rui' }] };
    const { data: saved } = await ana.provider.update('documento', { id: row.id, data: changed, previousData: row });
    expect(saved.versao).toBe(Number(row.versao) + 1);
    const { data: read } = await ana.provider.getOne('documento', { id: row.id });
    expect(read.fiscais.map(({ pessoa_nome }: { pessoa_nome: string }) => pessoa_nome)).toEqual(['Eva', 'Rui']);
    const refused = { ...read, titulo: 'Contrato 2', fiscais: [{ pessoa_nome: '', inicio: '2026-02-01' }] };
    expect((await errorOf(ana.provider.update('documento', { id: row.id, data: refused, previousData: read }))).status).toBe(422);
    expect((await ana.provider.getOne('documento', { id: row.id })).data).toMatchObject({ titulo: 'Contrato 1', fiscais: read.fiscais });
  });

  test('refuses to replace the rows of a row that another editor has saved', async () => {
    const data = { categoria_slug: 'contratoPublicacao', titulo: 'Contrato 3', exercicio: 2026, fiscais: [{ pessoa_nome: 'Rui' }] };
    const { data: row } = await ana.provider.create('documento', { data });
    await bia.provider.update('documento', { id: row.id, data: { ...row, titulo: 'Contrato 3 B' }, previousData: row });
    const attempt = ana.provider.update('documento', { id: row.id, data: { ...row, fiscais: [] }, previousData: row });
    expect(await errorOf(attempt)).toBeInstanceOf(EditConflict);
    expect((await ana.provider.getOne('documento', { id: row.id })).data.fiscais).toHaveLength(1);
  });

  test.each([
    [
      'an address that another row has',
      { slug: 'repetida' },
      'slug',
      'Outro conteúdo já tem este endereço. Acrescente o que os distingue, como o ano ou o mês.',
    ],
    ['a value that a check refuses', { slug: 'Não Aceita' }, 'slug', 'Este valor não é aceito aqui.'],
    [
      'what is published without a date',
      { slug: 'sem-data', publicado: true },
      'publicado_em',
      'Para publicar, informe a data de publicação.',
    ],
    [
      'a reference to no row',
      { slug: 'sem-categoria', categoria_noticia_id: 99_999 },
      'categoria_noticia_id',
      'O registro escolhido não existe mais.',
    ],
  ])('puts the refusal of %s at its field, in words', async (_case, values, field, text) => {
    const data = { titulo: 'Notícia', corpo_html: '' };
    if (field === 'slug') await ana.provider.create('noticia', { data: { ...data, slug: 'repetida' } }).catch(() => undefined);
    const error = await errorOf(ana.provider.create('noticia', { data: { ...data, ...values } }));
    expect([error.status, error.message]).toEqual([422, text]);
    expect(error.body?.errors).toMatchObject({ [field]: text });
  });

  test('shows the sentence of a rule of the site at its field', async () => {
    const administrator = await deskOf(() => engine, ADMINISTRATOR);
    const redirect = { origem: '/volta', destino: '/volta', codigo: 301 };
    const error = await errorOf(administrator.provider.create('redirecionamento', { data: redirect }));
    const text = 'O redirecionamento de /volta volta ao mesmo endereço ou passa por redirecionamentos demais.';
    expect([error.status, error.message]).toEqual([422, text]);
    expect(error.body?.errors).toMatchObject({ destino: text });
  });

  test.each([
    ['P0001', 'O servidor não conseguiu concluir. Tente de novo em instantes.'],
    ['check_violation', 'Sua conta não permite esta alteração.'],
  ])("keeps the text of a trigger that is not the site's to itself (%s)", async (state, text) => {
    await engine.database.script(`
      create function public.de_fora() returns trigger language plpgsql as
        $$ begin raise exception 'tabela_interna: %', new.termo using errcode = '${state}'; end $$;
      create trigger de_fora before insert on public.termo_glossario for each row execute function public.de_fora()`);
    try {
      expect((await errorOf(term('De fora'))).message).toBe(text);
    } finally {
      await engine.database.script('drop function public.de_fora() cascade');
    }
  });

  test('publishes several rows and withdraws them', async () => {
    const ids = [];
    for (const slug of ['varias-1', 'varias-2']) ids.push((await ana.provider.create('noticia', { data: { titulo: slug, slug } })).data.id);
    await ana.provider.updateMany('noticia', { ids, data: { publicado: true, publicado_em: '2026-01-01T12:00:00Z' } });
    const { data: shown } = await ana.provider.getMany('noticia', { ids });
    expect(shown.map(({ publicado, versao }) => [publicado, versao])).toEqual([
      [true, 2],
      [true, 2],
    ]);
    await ana.provider.updateMany('noticia', { ids, data: { publicado: false } });
    expect((await ana.provider.getMany('noticia', { ids })).data.every(({ publicado }) => publicado === false)).toBe(true);
  });

  test('deletes rows, and says why one that is still used stays', async () => {
    const ids = [(await term('Fora 1')).id, (await term('Fora 2')).id];
    await ana.provider.deleteMany('termo_glossario', { ids });
    expect((await ana.provider.getMany('termo_glossario', { ids })).data).toEqual([]);
    const error = await errorOf(ana.provider.deleteMany('termo_glossario', { ids }));
    expect([error.status, error.message]).toEqual([404, 'Parte do que foi escolhido não existe mais.']);
  });

  test('lists the rows that refer to a row', async () => {
    const { data: category } = await ana.provider.create('categoria_noticia', { data: { nome: 'Obras', slug: 'obras', ordem: 1 } });
    const { data: news } = await ana.provider.create('noticia', {
      data: { titulo: 'A', slug: 'obra-a', categoria_noticia_id: category.id },
    });
    const params = {
      target: 'categoria_noticia_id',
      id: category.id,
      pagination: PAGE,
      sort: { field: 'id', order: 'ASC' } as const,
      filter: {},
    };
    expect((await ana.provider.getManyReference('noticia', params)).data.map(({ id }) => id)).toEqual([news.id]);
  });

  test('refuses what the role may not change, without a word of the database', async () => {
    const error = await errorOf(ana.provider.updateMany('configuracao_site', { ids: [1], data: { nome: 'Outro' } }));
    expect([error.status, error.message]).toEqual([403, 'Sua conta não permite ver ou alterar este conteúdo.']);
  });
});
