-- What a write of one row costs. The database plans a statement of a function of PL/pgSQL once for a session; one that is put together as text, and
-- the body of a function of SQL that a statement cannot take in, are planned again with each write. What is written is the same.

create or replace function public.podar_mudancas(quantas integer) returns void language plpgsql as $$
begin
  delete from public.mudanca where id in (
    select m.id from public.mudanca m
     where m.id in (
       select p.id from (select id, ocorrida_em from public.mudanca order by id limit quantas) p where p.ocorrida_em < now() - interval '2 days')
       for update skip locked);
end
$$;

create or replace function public.aviso_de_mudanca(
  tabela text, operacao text, chave text[], colunas text[], alvos text[], antes jsonb, depois jsonb
) returns jsonb language plpgsql stable as $$
begin
  return pg_catalog.jsonb_build_object('table', tabela, 'key', (
      select pg_catalog.string_agg(coalesce(depois, antes) ->> k.coluna, ':' order by k.posicao)
        from pg_catalog.unnest(chave) with ordinality as k (coluna, posicao)),
    'op', operacao, 'refs', coalesce((
      select pg_catalog.jsonb_agg(distinct pg_catalog.jsonb_build_object('column', r.coluna, 'table', r.alvo, 'key', v.valor))
        from unnest(colunas, alvos) as r (coluna, alvo)
        cross join lateral (values (antes ->> r.coluna), (depois ->> r.coluna)) as v (valor)
       where v.valor is not null), '[]'))
  || case operacao when 'UPDATE' then pg_catalog.jsonb_build_object('columns', coalesce((
      select pg_catalog.jsonb_agg(d.key order by d.key) from pg_catalog.jsonb_each(depois) d
       where d.value is distinct from antes -> d.key and d.key not in ('atualizado_em', 'versao')), '[]')) else '{}' end;
end
$$;

create or replace function edicao.diferencas(regra edicao.tabela_auditada, antes jsonb, depois jsonb) returns jsonb language plpgsql immutable as $$
begin
  return (
    select pg_catalog.jsonb_object_agg(c.coluna, case when c.coluna = any (regra.sem_valor) then 'null'
             else pg_catalog.jsonb_build_array(antes -> c.coluna, depois -> c.coluna) end)
      from pg_catalog.jsonb_object_keys(coalesce(depois, antes)) as c (coluna)
     where c.coluna <> all (regra.fora)
       and coalesce(antes -> c.coluna, 'null') is distinct from coalesce(depois -> c.coluna, 'null'));
end
$$;

-- `offset 0` keeps the differences from being worked out a second time for the condition.
create or replace function edicao.auditar() returns trigger language plpgsql as $$
declare
  sessao jsonb := nullif(pg_catalog.current_setting('hasura.user', true), '')::jsonb;
  autor uuid := case when sessao ->> 'x-hasura-user-id' ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
    then (sessao ->> 'x-hasura-user-id')::uuid end;
  regra edicao.tabela_auditada;
begin
  if tg_op = 'INSERT' and sessao is null then
    return null;
  end if;
  select * into strict regra from edicao.tabela_auditada r where r.tabela = tg_table_name;
  if tg_op = 'INSERT' then
    insert into public.auditoria (tabela, chave, operacao, versao, usuario, papel, transacao, alteracoes)
    select tg_table_name, edicao.chave_auditada(regra, l.depois), tg_op, (l.depois ->> 'versao')::integer, autor, sessao ->> 'x-hasura-role',
           txid_current(), l.mudancas
      from (select row_number() over () as vez, to_jsonb(d) as depois, edicao.diferencas(regra, null, to_jsonb(d)) as mudancas
              from depois d offset 0) l
     where l.mudancas is not null order by l.vez;
  elsif tg_op = 'DELETE' then
    insert into public.auditoria (tabela, chave, operacao, versao, usuario, papel, transacao, alteracoes)
    select tg_table_name, edicao.chave_auditada(regra, l.antes), tg_op, (l.antes ->> 'versao')::integer, autor, sessao ->> 'x-hasura-role',
           txid_current(), l.mudancas
      from (select row_number() over () as vez, to_jsonb(a) as antes, edicao.diferencas(regra, to_jsonb(a), null) as mudancas
              from antes a offset 0) l
     where l.mudancas is not null order by l.vez;
  else
    insert into public.auditoria (tabela, chave, operacao, versao, usuario, papel, transacao, alteracoes)
    select tg_table_name, edicao.chave_auditada(regra, l.depois), tg_op, (l.depois ->> 'versao')::integer, autor, sessao ->> 'x-hasura-role',
           txid_current(), l.mudancas
      from (select vez, d.linha as depois, edicao.diferencas(regra, a.linha, d.linha) as mudancas
              from (select row_number() over () as vez, to_jsonb(x) as linha from antes x) a
              join (select row_number() over () as vez, to_jsonb(x) as linha from depois x) d using (vez) offset 0) l
     where l.mudancas is not null order by l.vez;
  end if;
  return null;
end
$$;

create function edicao.chave_auditada(regra edicao.tabela_auditada, linha jsonb) returns text language plpgsql immutable as $$
begin
  return (
    select pg_catalog.string_agg(linha ->> k.coluna, ':' order by k.posicao) from unnest(regra.chave) with ordinality as k (coluna, posicao));
end
$$;

create or replace function edicao.conferir_arquivos(documentos bigint[]) returns void language plpgsql as $$
begin
  if documentos is null then
    return;
  end if;
  delete from edicao.documento_sem_arquivo s where s.documento_id = any (documentos) and (
    exists (select from public.documento_arquivo a where a.documento_id = s.documento_id)
    or exists (select from public.documento d where d.id = s.documento_id and d.url_externa is not null));
  insert into edicao.documento_sem_arquivo
    select d.id from public.documento d
     where d.id = any (documentos) and d.url_externa is null
       and not exists (select from public.documento_arquivo a where a.documento_id = d.id)
    on conflict do nothing;
end
$$;
