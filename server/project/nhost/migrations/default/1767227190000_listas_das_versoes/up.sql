-- A version of a row has the rows that belonged to it then (files of a document, payments), so that the administration can bring them back with it.

-- The lists that are saved with a row of `tabela`: the table of each, and its column with the key of the row.
create function edicao.listas_da_dona(tabela text) returns table (filha text, coluna text) language sql immutable as $$
  select l.filha, l.coluna
    from (values ('comunicado', 'comunicado_arquivo', 'comunicado_id'), ('progestao_avaliacao', 'progestao_evidencia', 'avaliacao_id'),
                 ('documento', 'contrato_fiscal', 'documento_id'), ('documento', 'documento_arquivo', 'documento_id'),
                 ('documento', 'documento_relacao', 'de_id'), ('documento', 'numero_documento', 'documento_id'),
                 ('documento', 'pagamento', 'documento_id')) as l (dona, filha, coluna)
   where l.dona = listas_da_dona.tabela
$$;

-- Each version reads the entries of the trail between it and the next one.
drop index public.auditoria_da_dona;
create index auditoria_da_dona on public.auditoria (edicao.dona_da_linha(tabela, alteracoes), id)
  where edicao.dona_da_linha(tabela, alteracoes) is not null;

-- The rows of the lists of `dona`, by table and key, as they were at the entry `de` of the trail: `linhas` has them as they were at the entry `ate`.
-- The first entry of a row within them decides. What was added then was not there; what was deleted or changed was there as the entry says.
create function edicao.linhas_antes(dona text, linhas jsonb, de bigint, ate bigint) returns jsonb language sql stable as $$
  with trocadas as (
    select a.id, a.operacao, a.tabela || ':' || a.chave as qual, a.alteracoes
      from public.auditoria a
     where edicao.dona_da_linha(a.tabela, a.alteracoes) = linhas_antes.dona and a.id > de and a.id <= ate and a.operacao <> 'UPDATE'),
  entradas as (
    select * from trocadas
     union all
    -- A change in place names its columns only, so it is found by the key of the row.
    select a.id, a.operacao, q.qual, a.alteracoes
      from (select jsonb_object_keys(linhas) as qual union select t.qual from trocadas t) q
      join public.auditoria a on a.tabela = split_part(q.qual, ':', 1) and a.chave = substr(q.qual, strpos(q.qual, ':') + 1)
     where a.operacao = 'UPDATE' and a.id > de and a.id <= ate),
  mudadas as (
    select e.qual, (array_agg(e.operacao order by e.id))[1] as primeira, min(e.id) filter (where e.operacao = 'DELETE') as apagada
      from entradas e group by e.qual),
  anteriores as (
    select m.qual, case when m.apagada is null then linhas -> m.qual else '{}' end || jsonb_object_agg(p.key, p.value -> 0 order by e.id desc) as linha
      from mudadas m join entradas e using (qual) cross join lateral jsonb_each(e.alteracoes) p
     where m.primeira <> 'INSERT' and e.operacao <> 'INSERT' and e.id <= coalesce(m.apagada, ate)
     group by m.qual, m.apagada)
  select (linhas - array(select m.qual from mudadas m)) || coalesce((select jsonb_object_agg(a.qual, a.linha) from anteriores a), '{}')
$$;

-- The rows of `linhas` as lists, by table and in their order; an empty list where there is none.
create function edicao.em_listas(tabela text, chave text, linhas jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(l.filha, (
           select coalesce(jsonb_agg(r.value order by (r.value ->> 'ordem')::integer, (r.value ->> 'id')::bigint, r.key), '[]')
             from jsonb_each(linhas) r where starts_with(r.key, l.filha || ':') and r.value ->> l.coluna = em_listas.chave)), '{}')
    from edicao.listas_da_dona(em_listas.tabela) l
$$;

-- The versions of one row, newest first. Restoring one is an ordinary update with the values of `linha`, which makes a version of its own. Among
-- `alteracoes` stand the tables of changed rows that belong to it: {"pagamento": [[rows that went], [rows that came]]}.
-- `linha` has these tables too, each with the rows that belonged to the row then.
create or replace function public.listar_versoes(tabela text, chave text, limite integer default 50)
returns setof public.versao_de_linha language plpgsql stable rows 50 as $$
declare
  regra edicao.tabela_auditada;
  partes text[];
  atual jsonb;
  mudanca record;
  lista record;
  lidas jsonb;
  linhas jsonb := '{}';
  ate bigint := 9223372036854775807;
  quantas integer := 0;
  maximo integer := greatest(1, least(limite, 500));
  ultima integer;
begin
  select * into regra from edicao.tabela_auditada a where a.tabela = listar_versoes.tabela;
  if not found then
    raise exception 'no versions of "%"', tabela using errcode = 'invalid_parameter_value';
  end if;
  partes := case when pg_catalog.cardinality(regra.chave) = 1 then array[chave] else pg_catalog.string_to_array(chave, ':') end;
  execute (select pg_catalog.format('select to_jsonb(t) - %L::text[] || coalesce(jsonb_build_object(''versao'', to_jsonb(t) -> ''versao''), ''{}'') from public.%I t where ', regra.fora, tabela)
             || pg_catalog.string_agg(pg_catalog.format('%I = %L', k.coluna, partes[k.posicao]), ' and ')
             from pg_catalog.unnest(regra.chave) with ordinality as k(coluna, posicao))
    into atual;
  ultima := (atual ->> 'versao')::integer;
  atual := atual - 'versao';
  for lista in select * from edicao.listas_da_dona(tabela) loop
    execute pg_catalog.format('select jsonb_object_agg(a.tabela || '':'' || edicao.chave_auditada(a, to_jsonb(t)), to_jsonb(t) - a.fora)
        from public.%I t join edicao.tabela_auditada a on a.tabela = %L where t.%I = $1::bigint', lista.filha, lista.filha, lista.coluna)
      into lidas using chave;
    linhas := linhas || coalesce(lidas, '{}');
  end loop;
  for mudanca in
    with propria as (
      select a.*, row_number() over (partition by a.transacao, a.ocorrido_em order by a.id desc) as vez
        from public.auditoria a where a.tabela = listar_versoes.tabela and a.chave = listar_versoes.chave order by a.id desc limit maximo
    )
    select coalesce(p.id, d.id) as id, greatest(p.id, d.id) as ultima_entrada, coalesce(p.operacao, 'UPDATE') as operacao, p.versao,
           coalesce(p.usuario, d.usuario) as usuario, coalesce(p.papel, d.papel) as papel, coalesce(p.ocorrido_em, d.ocorrido_em) as ocorrido_em,
           p.alteracoes, coalesce(p.alteracoes, '{}') || coalesce(d.listas, '{}') as todas
      from propria p
      full join edicao.mudancas_das_linhas(listar_versoes.tabela || ':' || listar_versoes.chave) d
        on p.vez = 1 and d.transacao = p.transacao and d.ocorrido_em = p.ocorrido_em
     order by 1 desc limit maximo
  loop
    linhas := edicao.linhas_antes(tabela || ':' || chave, linhas, mudanca.ultima_entrada, ate);
    ate := mudanca.ultima_entrada;
    return query select tabela, chave, mudanca.versao, mudanca.operacao, mudanca.usuario, mudanca.papel, mudanca.ocorrido_em, mudanca.todas,
                        atual || edicao.em_listas(tabela, chave, linhas);
    quantas := quantas + 1;
    if mudanca.operacao = 'INSERT' then
      return;
    end if;
    if mudanca.alteracoes is not null then
      atual := coalesce(atual, '{}') || (
        select coalesce(pg_catalog.jsonb_object_agg(p.key, p.value -> 0), '{}')
          from pg_catalog.jsonb_each(mudanca.alteracoes) p where pg_catalog.jsonb_typeof(p.value) = 'array');
      ultima := case mudanca.operacao when 'DELETE' then mudanca.versao else mudanca.versao - 1 end;
    end if;
  end loop;
  if quantas < maximo and atual is not null then
    return query select tabela, chave, ultima, null::text, null::uuid, null::text, null::timestamptz, null::jsonb,
                        atual || edicao.em_listas(tabela, chave, edicao.linhas_antes(tabela || ':' || chave, linhas, 0, ate));
  end if;
end
$$;
