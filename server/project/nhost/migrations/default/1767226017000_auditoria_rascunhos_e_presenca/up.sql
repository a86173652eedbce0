-- What editing leaves behind: who changed what, the versions that follow from it, drafts that are not saved yet, and who is at which row.
-- No page shows any of it, so no cache is told to purge for it; live queries of the administration are told of drafts and of who is at a row.

-- How each table is recorded. `fora`: columns that say nothing about an edit (generated, counted or dated by triggers). `sem_valor`: columns of
-- which only the change is recorded, because their values are personal data, or text read from a file.
create table edicao.tabela_auditada (
  tabela text primary key,
  chave text[] not null,
  fora text[] not null,
  sem_valor text[] not null
);

-- Names of those who write. Names are kept in one place: what refers to a person keeps the id alone.
create view public.redator as
  select id, display_name as nome from auth.users where not is_anonymous;

-- `alteracoes`: {"titulo": [before, after]}; null in place of the pair where the values are not kept. `chave` is that of the notices of
-- changes; `versao` is the one that the change made. Rows of one transaction are one request. A row of the audit trail comes with the notice of the
-- row that was changed, so it has none of its own.
create table public.auditoria (
  id bigint generated always as identity primary key,
  tabela text not null,
  chave text not null,
  operacao text not null check (operacao in ('INSERT', 'UPDATE', 'DELETE')),
  versao integer,
  usuario uuid,
  papel text,
  transacao bigint not null,
  alteracoes jsonb not null,
  ocorrido_em timestamptz not null default now()
);
create index auditoria_linha on public.auditoria (tabela, chave, id desc);
create index auditoria_usuario on public.auditoria (usuario, id desc);
create index auditoria_ocorrido_em on public.auditoria using brin (ocorrido_em);
-- The last changes of people, among those that the server itself has made of many rows at once.
create index auditoria_de_pessoas on public.auditoria (id desc) where usuario is not null;

create function edicao.recusar_mudanca() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is only added to' using errcode = 'insufficient_privilege';
end
$$;
create trigger recusar_mudanca before update or delete on public.auditoria
  for each row execute function edicao.recusar_mudanca();
create trigger recusar_esvaziamento before truncate on public.auditoria
  for each statement execute function edicao.recusar_mudanca();

-- What differs between a row before and after, by column; null where nothing does.
create function edicao.diferencas(regra edicao.tabela_auditada, antes jsonb, depois jsonb) returns jsonb language plpgsql immutable as $$
begin
  return (
    select pg_catalog.jsonb_object_agg(c.coluna, case when c.coluna = any (regra.sem_valor) then 'null'
             else pg_catalog.jsonb_build_array(antes -> c.coluna, depois -> c.coluna) end)
      from pg_catalog.jsonb_object_keys(coalesce(depois, antes)) as c (coluna)
     where c.coluna <> all (regra.fora)
       and coalesce(antes -> c.coluna, 'null') is distinct from coalesce(depois -> c.coluna, 'null'));
end
$$;

-- The key of a row as the audit trail writes it.
create function edicao.chave_auditada(regra edicao.tabela_auditada, linha jsonb) returns text language plpgsql immutable as $$
begin
  return (
    select pg_catalog.string_agg(linha ->> k.coluna, ':' order by k.posicao) from unnest(regra.chave) with ordinality as k (coluna, posicao));
end
$$;

-- Hasura and the embedded backend set `hasura.user`. An insert without it is a load by the server itself (migration, demonstration): there is
-- nothing before it, and later changes lead back to it. The trail is written once for each statement, out of its transition tables, and by
-- statements of this function, which the database plans once for a session: one put together as text would be planned again with each write.
-- `offset 0` keeps the differences from being worked out a second time for the condition.
create function edicao.auditar() returns trigger language plpgsql as $$
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

-- Each table that people edit is recorded by this.
create function public.auditar_tabela(tabela regclass, sem_valor text[] default '{}') returns void language plpgsql as $$
declare
  nome text := (select relname from pg_catalog.pg_class where oid = tabela);
begin
  insert into edicao.tabela_auditada (tabela, chave, fora, sem_valor)
  select nome,
         (select array_agg(a.attname::text order by k.posicao)
            from pg_catalog.pg_index i
            cross join lateral unnest(i.indkey::smallint[]) with ordinality as k(coluna, posicao)
            join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.coluna
           where i.indrelid = auditar_tabela.tabela and i.indisprimary),
         coalesce((select array_agg(a.attname::text) from pg_catalog.pg_attribute a
                    where a.attrelid = auditar_tabela.tabela and a.attnum > 0 and not a.attisdropped
                      and (a.attgenerated <> '' or a.attname in ('atualizado_em', 'versao', 'edicao', 'ano_publicacao', 'mes_publicacao'))), '{}'),
         auditar_tabela.sem_valor;
  perform public.acionar_por_comando(tabela, 'auditar', 'auditar_insercao', 'auditar_exclusao', 'edicao.auditar()');
end
$$;

-- A version of a row: what the row was after a change, worked out from the row as it is now and the changes since. The first one is what
-- was there before the oldest change that is recorded. `linha` is null for a deletion. Only a function returns such rows.
create view public.versao_de_linha as
  select null::text as tabela, null::text as chave, null::integer as versao, null::text as operacao, null::uuid as usuario,
         null::text as papel, null::timestamptz as ocorrido_em, null::jsonb as alteracoes, null::jsonb as linha
   where false;

-- The versions of one row, newest first. Restoring one is an ordinary update with the values of `linha`, which makes a version of its own.
create function public.listar_versoes(tabela text, chave text, limite integer default 50)
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
    select * from public.auditoria a where a.tabela = listar_versoes.tabela and a.chave = listar_versoes.chave order by a.id desc limit maximo
  loop
    return query select tabela, chave, mudanca.versao, mudanca.operacao, mudanca.usuario, mudanca.papel, mudanca.ocorrido_em, mudanca.alteracoes, atual;
    quantas := quantas + 1;
    if mudanca.operacao = 'INSERT' then
      return;
    end if;
    atual := coalesce(atual, '{}') || (
      select coalesce(pg_catalog.jsonb_object_agg(p.key, p.value -> 0), '{}')
        from pg_catalog.jsonb_each(mudanca.alteracoes) p where pg_catalog.jsonb_typeof(p.value) = 'array');
    ultima := case mudanca.operacao when 'DELETE' then mudanca.versao else mudanca.versao - 1 end;
  end loop;
  if quantas < maximo and atual is not null then
    return query select tabela, chave, ultima, null::text, null::uuid, null::text, null::timestamptz, null::jsonb, atual;
  end if;
end
$$;

-- What somebody has written and not saved yet, so that a crash, a sign-out or a lost network costs nothing. One for each person and row;
-- `chave` is null for a row that does not exist yet, `versao_base` is the version that was being edited. A draft is no version.
create table public.rascunho (
  id uuid primary key default gen_random_uuid(),
  usuario uuid not null,
  tabela text not null check (char_length(tabela) <= 63),
  chave text check (char_length(chave) <= 200),
  versao_base integer,
  dados jsonb not null check (jsonb_typeof(dados) = 'object' and octet_length(dados::text) <= 2000000),
  criado_em timestamptz not null default now(),
  atualizado_em timestamptz not null default now(),
  constraint rascunho_unico unique nulls not distinct (usuario, tabela, chave)
);

-- Who has which row open. A client writes its row again while the form is open; after `expira_em` it does not count any more.
create table public.presenca (
  usuario uuid not null,
  tabela text not null check (char_length(tabela) <= 63),
  chave text not null check (char_length(chave) <= 200),
  visto_em timestamptz not null default now(),
  expira_em timestamptz not null,
  primary key (tabela, chave, usuario)
);
create index presenca_expira_em on public.presenca (expira_em);

-- The clock of the database decides, whatever a client writes.
create function edicao.marcar_presenca() returns trigger language plpgsql as $$
begin
  new.visto_em := pg_catalog.now();
  new.expira_em := pg_catalog.now() + interval '45 seconds';
  return new;
end
$$;
create trigger marcar_presenca before insert or update on public.presenca for each row execute function edicao.marcar_presenca();

-- Who opens a row removes what has expired, which is little: nothing has to run by the clock.
create function edicao.limpar_presencas() returns trigger language plpgsql as $$
begin
  delete from public.presenca p using (
    select v.tabela, v.chave, v.usuario from public.presenca v where v.expira_em < pg_catalog.now() limit 100 for update skip locked
  ) v where p.tabela = v.tabela and p.chave = v.chave and p.usuario = v.usuario;
  return null;
end
$$;
create trigger limpar_presencas after insert on public.presenca for each statement execute function edicao.limpar_presencas();
