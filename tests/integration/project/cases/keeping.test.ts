/** What is kept of citizens and for how long: only the recording function reads a person, nothing else repeats it, and time erases it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_ENGINES } from '../editorial/project-engine.ts';
import { readFiles } from '../permissions/expected.ts';
import { type CaseDesk, OMBUDSMAN, openCaseDesk } from './case-desk.ts';

const PLANTED = 'Xanthippe-Zwölf';
const PERSON = {
  nome: PLANTED,
  email: `${PLANTED.toLowerCase()}@exemplo.org`,
  telefone: '91912345678',
  documento_tipo: 'cpf',
  documento_cifrado: `cifrado-${PLANTED}`,
  endereco: { logradouro: PLANTED },
};
const FILE = '77777777-0000-4000-8000-00000000000a';
const [, open] = PROJECT_ENGINES[0];
const ROLES = ['public', 'user', 'me', 'editor', 'administrador', 'ouvidor', 'atendimento'];

let desk: CaseDesk;
let heard: string[];
let stop: () => Promise<void>;
beforeAll(async () => {
  desk = await openCaseDesk(open);
  heard = [];
  stop = await desk.project.database.listen(
    'conteudo',
    (payload) => heard.push(payload),
    () => undefined,
  );
  await desk.project.database.script(
    "update casos.correio set ativo = true; insert into configuracao_site (nome, sigla, ente, uf) values ('I', 'I', 'V', 'PA')",
  );
});
afterAll(async () => {
  await stop();
  await desk.close();
});

async function planted(identification: string): Promise<{ readonly id: string; readonly protocol: string }> {
  const receipt = await desk.register('manifestacao', {
    tipo: 'denuncia',
    texto: 'Um texto que basta.',
    identificacao: identification,
    pessoa: PERSON,
    perfil: { municipio: 'Vila Serena' },
  });
  const protocol = String(receipt['protocolo']);
  return { protocol, id: String((await desk.consult(protocol))?.['id']) };
}

/** Tables and views of the whole database in which some row holds the text. */
async function holders(text: string): Promise<readonly string[]> {
  const relations = await desk.project.rows(`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'v', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'teste') order by 1`);
  expect(relations.length).toBeGreaterThan(100);
  const found: string[] = [];
  for (const { name } of relations) {
    const rows = await desk.project.rows(`select 1 from ${String(name)} r where to_jsonb(r)::text ilike '%${text}%' limit 1`);
    if (rows.length > 0) found.push(String(name));
  }
  return found;
}

test('a person is in one table, and in no view, notice, audit trail, version or statistic', async () => {
  await desk.at('2026-03-02T12:00:00Z');
  const { id } = await planted('identificada');
  await desk.step(id, 'em_analise', { nota: 'Nota' });
  expect(await holders(PLANTED)).toEqual(['casos.solicitante']);
  expect(heard.join()).not.toContain(PLANTED);
  expect(heard.filter((notice) => /"casos?|manifest|solicitante/.test(notice))).toEqual([]);
});

test('an anonymous person is nowhere', async () => {
  const before = await desk.project.rows('select count(*) as n from casos.solicitante');
  await desk.at('2026-03-02T12:00:00Z');
  await planted('anonima');
  expect(await desk.project.rows('select count(*) as n from casos.solicitante')).toEqual(before);
});

test('no role reads a person by selecting, and only the ombudsman by the function', async () => {
  await desk.at('2026-03-02T12:00:00Z');
  const { id } = await planted('sigilosa');
  const views = readFiles().filter(({ table }) => table.schema === 'public' && /caso|recurso|mensagem|pessoais/.test(table.name));
  expect(views.length).toBeGreaterThan(10);
  const seen: string[] = [];
  for (const role of ROLES) {
    for (const { table, select_permissions: permissions } of views) {
      const columns = permissions.flatMap(({ permission }) => (permission.columns === '*' ? [] : permission.columns));
      const answer = await desk.project.ask.answer(`{ ${table.name} { ${[...new Set(columns)].join(' ')} } }`, { role });
      if (JSON.stringify(answer).includes(PLANTED)) seen.push(`${role} ${table.name}`);
    }
    const read = `mutation { ler_dados_pessoais(args: {caso_id: "${id}", motivo: "Ver quem é"}) { nome } }`;
    const answer = await desk.project.ask.answer(read, { role, session: OMBUDSMAN.session });
    if (JSON.stringify(answer).includes(PLANTED)) seen.push(`${role} reads`);
  }
  expect(seen).toEqual(['ouvidor reads']);
});

test('only the server and the ombudsman may call the functions for citizens and for the staff', async () => {
  const fields = async (role: string): Promise<readonly string[]> => {
    const { __type: root } = (await desk.project.ask.data('{ __type(name: "mutation_root") { fields { name } } }', {
      role,
      trust: 'service',
    })) as {
      __type: { fields: readonly { name: string }[] } | null;
    };
    return (
      (root?.fields ?? [])
        .map(({ name }) => name)
        // The rows of the templates of answers are no cases.
        .filter((name) => !name.endsWith('_modelo_resposta'))
        .filter((name) =>
          /_(?:caso|casos|recibo|recurso|resposta|pessoais|mensagem|mensagens|pedido|manifestacao|prazo|correio)$/.test(name),
        )
    );
  };
  for (const role of ['editor', 'administracao']) expect((await fields(role)).filter((name) => name !== 'eliminar_casos')).toEqual([]);
  expect((await fields('ouvidor')).toSorted()).toEqual([
    'anotar_caso',
    'eliminar_casos',
    'ler_dados_pessoais',
    'reenviar_recibo',
    'tramitar_caso',
  ]);
  expect(await fields('atendimento')).toHaveLength(13);
});

/** Columns of a case that stay when it is erased. None has a text of its citizen; `andamento` is never kept. */
const KEPT_COLUMNS =
  `aberto aguardando_desde andamento area_prazo_em area_prorrogado_em arquivamento_motivo assunto_id atualizado_em avaliacao_anterior canal
  canal_entrada concluido_em demonstracao eliminado_em forma_resposta formato_desejado fundamento_negativa id identificacao orgao_destino
  prazo_em prorrogado_em protocolo reaberto_em reclamacao reclamacao_ate recurso_ate registrado_em resolutividade respondido_em
  respondido_no_prazo resposta_publica
  satisfacao situacao tipo tipo_resposta unidade_id versao`.split(/\s+/);

describe('a case whose retention is over', () => {
  const LIST = 'query { listar_casos_a_eliminar { id protocolo } }';
  const ERASE = 'mutation ($ids: jsonb!, $n: Int!) { eliminar_casos(args: {ids: $ids, confirmacao: $n}) { quantidade } }';

  test('is listed, and erased with its person, texts and files by a confirmed action that is recorded', async () => {
    await desk.at('2026-03-02T12:00:00Z');
    const { id, protocol } = await planted('identificada');
    await desk.project.rows(`insert into storage.files (id, bucket_id, name) values ('${FILE}', 'casos', '${PLANTED}.pdf')`);
    await desk.step(id, 'em_analise', { nota: `Ouvir ${PLANTED}` });
    await desk.step(id, 'respondida', { resposta: `Prezada ${PLANTED}`, anexos: [FILE] });
    await desk.citizen('avaliar_resposta', protocol, `nota: 5, resolutividade: "resolvida", texto: "${PLANTED}"`);
    const counted = `select canal, tipo, identificacao, situacao, registrado_em, respondido_em, respondido_no_prazo, satisfacao from casos.caso where id = '${id}'`;
    const before = await desk.project.rows(counted);
    const erase = (ids: readonly unknown[], n: number, role = 'ouvidor'): Parameters<typeof desk.project.field> => [
      ERASE,
      { role, session: OMBUDSMAN.session, variables: { ids, n } },
    ];
    const isListed = async (): Promise<boolean> =>
      JSON.stringify(await desk.project.ask.data(LIST, { role: 'administrador', trust: 'service' })).includes(id);
    await desk.at('2031-03-02T11:59:59Z');
    expect(await isListed()).toBe(false);
    expect((await desk.project.ask.fault(...erase([id], 1))).message).toBe('caso:guarda_nao_terminada');
    await desk.at('2031-03-02T12:00:01Z');
    expect(await isListed()).toBe(true);
    expect((await desk.project.ask.fault(...erase([id], 2))).message).toBe('caso:falta_confirmacao');
    expect(await desk.project.field(...erase([id], 1))).toEqual({ quantidade: 1 });
    expect(await isListed()).toBe(false);
    expect(await desk.project.rows(counted)).toEqual(before);
    const rest = await desk.project.rows(`
      select (select count(*) from casos.solicitante where caso_id = c.id) + (select count(*) from casos.perfil_estatistico where caso_id = c.id)
        + (select count(*) from casos.mensagem where caso_id = c.id) + (select count(*) from casos.anexo where caso_id = c.id)
        as rows, (select count(*) from casos.anexo_esperado e where e.arquivo_id = '${FILE}' and e.desde < casos.agora() - interval '1 hour') as files,
        to_jsonb(c)::text || (select jsonb_agg(to_jsonb(a))::text from casos.andamento a where a.caso_id = c.id) as texts
      from casos.caso c where id = '${id}'`);
    expect([Number(rest[0]?.['rows']), Number(rest[0]?.['files'])]).toEqual([0, 1]);
    expect(String(rest[0]?.['texts'])).not.toContain(PLANTED);
    expect(await desk.consult(protocol, undefined, 'depois')).toBeUndefined();
    expect(await desk.project.rows(`select protocolo, papel from casos.eliminacao where caso_id = '${id}'`)).toEqual([
      { protocolo: protocol, papel: 'ouvidor' },
    ]);
    // What the server does through its storage.
    await desk.project.rows(`delete from storage.files where id = '${FILE}'`);
    expect(await desk.project.ask.data('{ ato_de_eliminacao { quantidade protocolos usuario } }', OMBUDSMAN)).toEqual({
      ato_de_eliminacao: [{ quantidade: 1, protocolos: [protocol], usuario: OMBUDSMAN.session['x-hasura-user-id'] }],
    });
    expect((await desk.project.ask.fault(...erase([id], 1))).message).toBe('caso:imutavel');
  });

  test('keeps no column but those that count it and say what became of it', async () => {
    const [erasure] = await desk.project.rows("select pg_get_functiondef('casos.eliminar_caso'::regproc) as body");
    const erased = new Set(Array.from(String(erasure?.['body']).matchAll(/^ *new\.(\w+) := null;$/gm), ([, name]) => name));
    const columns = await desk.project.rows(
      "select column_name as name from information_schema.columns where table_schema = 'casos' and table_name = 'caso' and is_generated = 'NEVER' order by 1",
    );
    const kept = columns.map(({ name }) => String(name)).filter((name) => !erased.has(name));
    expect(kept, 'what a citizen wrote is set to null by casos.eliminar_caso; what counts the case stands in KEPT_COLUMNS').toEqual(
      KEPT_COLUMNS,
    );
  });

  test('is not erased while it is open, however old it is', async () => {
    await desk.at('2026-03-02T12:00:00Z');
    const { id } = await planted('identificada');
    await desk.at('2046-03-02T12:00:00Z');
    expect(JSON.stringify(await desk.project.ask.data(LIST, OMBUDSMAN))).not.toContain(id);
    await expect(desk.project.rows(`update casos.caso set eliminado_em = now() where id = '${id}'`)).rejects.toThrow(
      'caso:guarda_nao_terminada',
    );
  });
});

describe('the requesters of a year', () => {
  const QUITERIA = 'a'.repeat(64);
  const ZELIA = 'b'.repeat(64);
  const asked = async (day: string, digest: string): Promise<string> => {
    await desk.at(`${day}T12:00:00Z`);
    const { protocolo } = await desk.register('pedido', {
      texto: 'Um texto com mais de vinte letras.',
      pessoa: PERSON,
      solicitante: digest,
    });
    return String((await desk.consult(String(protocolo)))?.['id']);
  };
  const counted = async (): Promise<readonly string[]> => {
    const rows = await desk.project.rows(`
      select ano || '/' || mes || ' ' || sum(quantidade) as text
        from (select ano, mes, dimensao, quantidade from estatistica.soma union all select ano, mes, dimensao, quantidade from estatistica.parcela) p
       where dimensao = 'solicitante' and ano > 2040 group by ano, mes having sum(quantidade) <> 0 order by ano, mes`);
    return rows.map(({ text }) => String(text));
  };
  const ofFirst = async (): Promise<readonly string[]> => (await counted()).filter((line) => !line.startsWith('2051'));
  const digests = async (): Promise<number> =>
    (await desk.project.rows('select 1 from casos.solicitante_do_ano where ano in (2041, 2042)')).length;

  test('are counted once, in the month of their first request, and their digests do not outlive their use', async () => {
    const first = await asked('2041-02-04', QUITERIA);
    await asked('2041-03-04', QUITERIA);
    await asked('2041-03-05', ZELIA);
    await asked('2042-03-04', QUITERIA);
    expect(await ofFirst()).toEqual(['2041/2 1', '2041/3 1', '2042/3 1']);
    // What turns out to be a manifestation is no request: the other one of the same person counts.
    await desk.at('2042-03-04T12:00:00Z');
    await desk.step(first, 'reclassificado', { tipo: 'denuncia' });
    expect(await ofFirst()).toEqual(['2041/3 2', '2042/3 1']);
    expect(await digests()).toBe(3);
    const forget = (): Promise<unknown> => desk.project.rows('select quantidade from esquecer_solicitantes(100)');
    await desk.at('2042-03-31T12:00:00Z');
    expect(await forget()).toEqual([{ quantidade: 0 }]);
    await desk.at('2042-04-02T12:00:00Z');
    expect(await forget()).toEqual([{ quantidade: 2 }]);
    expect(await digests()).toBe(1);
    expect(await ofFirst()).toEqual(['2041/3 2', '2042/3 1']);
  });

  test('concurrent cases of one requester count one requester', async () => {
    await desk.at('2051-06-04T12:00:00Z');
    const before = await counted();
    await Promise.all(
      [1, 2, 3].map(() =>
        desk.register('pedido', { texto: 'Um texto com mais de vinte letras.', pessoa: PERSON, solicitante: 'c'.repeat(64) }),
      ),
    );
    expect((await counted()).filter((line) => !before.includes(line))).toEqual(['2051/6 1']);
  });
});
