-- A save that changes only rows that belong to a row (files of a document, payments) leaves no change of the row itself, and was in no list of its
-- versions. It is one of them now, with what went and what came in each list.

-- The row to which a changed row belongs and with which it is saved, as `documento:7`; null for a change of any other table. A change in place names
-- its columns only, so it belongs to none: the administration replaces such rows.
create function edicao.dona_da_linha(tabela text, alteracoes jsonb) returns text language sql immutable return (
  select d.dona || ':' || coalesce(alteracoes -> d.coluna ->> 1, alteracoes -> d.coluna ->> 0)
    from (select case tabela
            when 'comunicado_arquivo' then 'comunicado' when 'progestao_evidencia' then 'progestao_avaliacao'
            when 'contrato_fiscal' then 'documento' when 'documento_arquivo' then 'documento' when 'documento_relacao' then 'documento'
            when 'numero_documento' then 'documento' when 'pagamento' then 'documento' end,
          case tabela
            when 'comunicado_arquivo' then 'comunicado_id' when 'progestao_evidencia' then 'avaliacao_id'
            when 'documento_relacao' then 'de_id' else 'documento_id' end) as d (dona, coluna));

create index auditoria_da_dona on public.auditoria (edicao.dona_da_linha(tabela, alteracoes))
  where edicao.dona_da_linha(tabela, alteracoes) is not null;

-- The saves that changed rows of `dona`, each with the rows that went and those that came, by table. A row that was written again as it was is in
-- neither; its key, its day and its place in the list do not count.
create function edicao.mudancas_das_linhas(dona text)
returns table (transacao bigint, ocorrido_em timestamptz, id bigint, usuario uuid, papel text, listas jsonb) language sql stable as $$
  select l.transacao, l.ocorrido_em, max(l.id), min(l.usuario::text)::uuid, min(l.papel), jsonb_object_agg(l.tabela, l.mudanca)
    from (
      select r.transacao, r.ocorrido_em, r.tabela, max(r.id) as id, min(r.usuario::text)::uuid as usuario, min(r.papel) as papel,
             jsonb_build_array(coalesce(jsonb_agg(r.linha order by r.id) filter (where r.saldo < 0), '[]'),
                               coalesce(jsonb_agg(r.linha order by r.id) filter (where r.saldo > 0), '[]')) as mudanca
        from (
          select a.transacao, a.ocorrido_em, a.tabela, x.linha, max(a.id) as id, min(a.usuario::text)::uuid as usuario, min(a.papel) as papel,
                 sum(case a.operacao when 'INSERT' then 1 else -1 end) as saldo
            from public.auditoria a
            cross join lateral (
              select coalesce(jsonb_object_agg(p.key, p.value -> case a.operacao when 'INSERT' then 1 else 0 end), '{}') as linha
                from jsonb_each(a.alteracoes) p where p.key not in ('id', 'criado_em', 'ordem')) x
           where edicao.dona_da_linha(a.tabela, a.alteracoes) = mudancas_das_linhas.dona
           group by a.transacao, a.ocorrido_em, a.tabela, x.linha) r
       group by r.transacao, r.ocorrido_em, r.tabela) l
   group by l.transacao, l.ocorrido_em
$$;

-- The versions of one row, newest first. Restoring one is an ordinary update with the values of `linha`, which makes a version of its own. Among
-- `alteracoes` stand the tables of changed rows that belong to it: {"pagamento": [[rows that went], [rows that came]]}.
create or replace function public.listar_versoes(tabela text, chave text, limite integer default 50)
returns setof public.versao_de_linha language plpgsql stable rows 50 as $$
declare
  regra edicao.tabela_auditada;
  partes text[];
  atual jsonb;
  mudanca record;
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
  for mudanca in
    with propria as (
      select a.*, row_number() over (partition by a.transacao, a.ocorrido_em order by a.id desc) as vez
        from public.auditoria a where a.tabela = listar_versoes.tabela and a.chave = listar_versoes.chave order by a.id desc limit maximo
    )
    select coalesce(p.id, d.id) as id, coalesce(p.operacao, 'UPDATE') as operacao, p.versao, coalesce(p.usuario, d.usuario) as usuario,
           coalesce(p.papel, d.papel) as papel, coalesce(p.ocorrido_em, d.ocorrido_em) as ocorrido_em, p.alteracoes,
           coalesce(p.alteracoes, '{}') || coalesce(d.listas, '{}') as todas
      from propria p
      full join edicao.mudancas_das_linhas(listar_versoes.tabela || ':' || listar_versoes.chave) d
        on p.vez = 1 and d.transacao = p.transacao and d.ocorrido_em = p.ocorrido_em
     order by 1 desc limit maximo
  loop
    return query select tabela, chave, mudanca.versao, mudanca.operacao, mudanca.usuario, mudanca.papel, mudanca.ocorrido_em, mudanca.todas, atual;
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
    return query select tabela, chave, ultima, null::text, null::uuid, null::text, null::timestamptz, null::jsonb, atual;
  end if;
end
$$;
