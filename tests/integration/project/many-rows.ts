/** Content of an institution that has published for decades: 20,000 rows of each table that grows, and half as many numbers. */
import type { Database } from '../../../server/backend/embedded/database.ts';

const ROWS = `
insert into orgao_colegiado (chave, nome) values ('conselho_fiscal', 'Conselho Fiscal'), ('comite_investimento', 'Comitê de Investimentos') on conflict do nothing;
insert into documento (categoria_slug, titulo, numero, exercicio, data_ato, publicado_em, ementa, situacao_id, publicado, tipo_id, orgao_id)
select case when n % 3 = 0 then 'leis' else 'portarias' end, 'Ato ' || md5(n::text), n::text, 2000 + n % 26,
       date '2000-01-01' + n % 9000, date '2000-01-02' + n % 9000, 'Ementa ' || md5((-n)::text) || case when n % 5 < 2 then ' contrato' else '' end, 'vigente', n % 50 <> 0,
       case when n % 500 = 0 then 'resultado' when n % 7 = 0 then 'aviso' when n % 9000 < 3000 then 'homologacao' else 'edital' end,
       (select id from orgao_colegiado where chave = case when n % 4 = 0 then 'comite_investimento' else 'conselho_fiscal' end)
  from generate_series(1, 20000) n;
insert into storage.files (id, bucket_id, name, size, mime_type, is_uploaded)
select md5(n::text)::uuid, 'default', 'ato.pdf', 1000, 'application/pdf', true from generate_series(1, 20000) n;
insert into arquivo (id, nome, mime, tamanho_bytes, pesquisavel)
select md5(n::text)::uuid, 'ato ' || md5(n::text) || '.pdf', 'application/pdf', 1000, case when n % 2 = 0 then true end from generate_series(1, 20000) n;
insert into documento_arquivo (documento_id, arquivo_id) select id, md5(id::text)::uuid from documento where id % 2 = 0;
insert into pagamento (documento_id, pago_em, valor, empenho)
select id, date '2000-01-01' + id::integer / 100, 1, id::text from documento;
insert into numero_documento (documento_id, indicador_codigo, data_base, valor)
select d.id, i.codigo, date '2000-01-01' + d.id::integer % 9000, 1 from indicador i, lateral (select id from documento where id % 27 = 1 limit 700) d;
insert into noticia (slug, titulo, resumo, publicado, publicado_em, ano_publicacao, mes_publicacao)
select 'n-' || n, 'Ato ' || md5(n::text), 'Ementa', n % 50 <> 0, em, extract(year from em at time zone fuso), extract(month from em at time zone fuso)
  from fuso_da_instituicao() fuso, generate_series(1, 20000) n, lateral (select timestamptz '2000-01-01' + n * interval '11 hours' as em) m;
insert into comunicado (titulo, resumo, tipo, publicado, publicado_em, ano_publicacao, mes_publicacao)
select titulo, resumo, case when id % 3 = 0 then 'prazo' else 'aviso' end, publicado, publicado_em, ano_publicacao, mes_publicacao from noticia order by id;
insert into indice.item (tabela, chave, tipo, categoria, ano, data, fator, titulo, resumo, destino, comprimento, principal, termos)
select tabela, id::text, tabela, '', ano, data, 1, titulo, resumo, '', 2, v.principal,
       v.principal || array_to_tsvector(array['%' || tabela, '#' || ano, '#' || ano || '-' || extract(month from data)])
  from (select 'documento' as tabela, id, exercicio as ano, data_ato as data, titulo, ementa as resumo from documento where publicado
        union all select 'noticia', id, ano_publicacao, publicado_em::date, titulo, resumo from noticia where publicado
        union all select 'comunicado', id, ano_publicacao, publicado_em::date, titulo, resumo from comunicado where publicado) l
  cross join lateral (select to_tsvector('pg_catalog.portuguese', titulo || ' ' || resumo) as principal) v;
insert into indice.palavra select distinct 'palavra' || n, 'palavra' || n, 'palavr' || n from generate_series(1, 20000) n;
insert into novidades.publicacao (tabela, chave, visivel_em, distribuida_em)
select tabela, chave, data, case when n % 20 <> 0 then data end
  from (select tabela, chave, data, row_number() over (order by data, chave) as n from indice.item where tabela in ('noticia', 'comunicado')) i;
insert into novidades.assunto (tipo, valor, consulta) values ('noticias', '', null), ('comunicados', '', null), ('busca', 'ementa', 'ement');
insert into novidades.assinatura (assunto_id, email, pedida_em, confirmada_em, proxima_em)
select id, 'pessoa' || n || '@exemplo.br', now(), now(), now() from novidades.assunto, generate_series(1, 200) n;
insert into novidades.item (assunto_id, publicacao_id, em)
select a.id, p.id, p.distribuida_em from novidades.publicacao p join novidades.assunto a on a.tipo in (p.tabela || 's', 'busca') where p.distribuida_em is not null;
insert into auditoria (tabela, chave, operacao, transacao, alteracoes)
select 'documento', n::text, 'UPDATE', 1, '{}' from generate_series(1, 20000) n;
insert into edicao.ligacao (tabela, chave, coluna, destino, alvo_tabela, alvo_chave, quebrada)
select 'noticia', n::text, 'corpo_html', '/informacoes/noticia/' || n + 1, 'noticia', (n + 1)::text, n % 100 = 0 from generate_series(1, 20000) n;
-- More requests for approval than an institution leaves open.
alter table aprovacao disable trigger user;
insert into aprovacao (tabela, chave, situacao, pedida_em, motivo, devolvida_em)
select 'documento', n::text, case when n % 2 = 0 then 'pedida' else 'devolvida' end, timestamptz '2000-01-01' + n * interval '11 hours', 'Motivo',
       timestamptz '2000-01-02' + n * interval '11 hours'
  from generate_series(1, 20000) n;
alter table aprovacao enable trigger user;
alter table casos.caso disable trigger user;
insert into casos.caso (canal, protocolo, chave, codigo_hash, situacao, aberto, tipo, identificacao, assunto_id, unidade_id, texto, registrado_em, prazo_em)
select canal, 'OUV-' || (2000 + n % 26) || '-' || lpad(n::text, 6, '0') || '-0', n::text, repeat('f', 64), situacao, n % 100 = 0, tipo, 'identificada',
       (select id from assunto a where a.canal = c.canal order by a.ordem offset n % 12 limit 1), n % 40,
       case when n % 500 = 0 then 'O contracheque atrasado, na TI' else 'Texto' end, timestamptz '2000-01-01' + n * interval '11 hours',
       date '2000-02-01' + n / 2
  from generate_series(1, 20000) n,
       lateral (select case when n % 3 = 0 then 'sic' else 'ouvidoria' end as canal,
                       case when n % 3 = 0 then null when n % 200 = 1 then 'denuncia' else 'reclamacao' end as tipo,
                       case when n % 3 = 0 then case when n % 100 = 0 then 'registrado' else 'finalizado' end
                            when n % 100 = 0 then 'registrada' else 'concluida' end as situacao) c;
alter table casos.caso enable trigger user;
`;

/**
 * Triggers of these tables that would be most of the work, and leave the tables that the pages read as they are: no server listens to a notice
 * of each row, nobody subscribes to what is new, nobody is signed in who would need an approval, the rows have no link whose target could be
 * missing, every key that they name is there, and year and month of a publication are inserted with it.
 */
const IDLE_TRIGGERS = `
select t.tgrelid::regclass as table, quote_ident(t.tgname) as trigger from pg_trigger t
 where (t.tgisinternal or t.tgname in ('indexar_insercao', 'notificar_insercao', 'guardar_ligacoes_ao_inserir', 'conferir_alvo_ao_inserir',
                                       'anotar_novidade_criada', 'exigir_aprovacao_ao_criar', 'datar_publicacao', 'guardar_publicado'))
   and t.tgrelid = any($1::regclass[])`;

/** Indexes that hold no constraint. To build each from all rows at once costs a sixth of adding every row to them. */
const INDEXES = `
select format('%I.%I', n.nspname, c.relname) as name, pg_get_indexdef(c.oid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
 where not i.indisunique and i.indrelid = any($1::regclass[])`;

/** Tables that grow for as long as the institution publishes. */
export const GROWING = [
  'public.documento',
  'public.documento_arquivo',
  'public.arquivo',
  'public.pagamento',
  'public.numero_documento',
  'storage.files',
  'public.noticia',
  'public.comunicado',
  'public.auditoria',
  'public.aprovacao',
  'casos.caso',
  'edicao.documento_sem_arquivo',
  'edicao.ligacao',
  'novidades.publicacao',
  'novidades.item',
  'indice.item',
  'indice.palavra',
];

/** Most of the work of a row without HTML, of which it makes the empty text. */
const TEXT_OF_HTML = `select pg_get_functiondef('public.texto_de_html(text)'::regprocedure) as definition`;
const NO_TEXT_OF_HTML = `
create or replace function public.texto_de_html(html text) returns text language sql immutable parallel safe strict return ''`;

/** Inserts the rows and gives Postgres its statistics of them. */
export async function insertManyRows(database: Database): Promise<void> {
  for (const { table, trigger } of (await database.query(IDLE_TRIGGERS, [GROWING])).rows)
    await database.script(`alter table ${String(table)} disable trigger ${String(trigger)}`);
  const { rows: indexes } = await database.query(INDEXES, [GROWING]);
  for (const { name } of indexes) await database.script(`drop index ${String(name)}`);
  const { rows: functions } = await database.query(TEXT_OF_HTML);
  await database.script(NO_TEXT_OF_HTML);
  await database.script(ROWS);
  for (const { definition } of functions) await database.script(String(definition));
  for (const { definition } of indexes) await database.script(String(definition));
  await database.query('vacuum analyze');
}
