-- Notices of changes. Every content table keeps `atualizado_em` by itself and tells its changes on the channel `conteudo`; what was told is kept
-- for two days. Notices are written once for each statement, out of its transition tables. The functions are of PL/pgSQL, whose statements are
-- planned once for a session: the body of an SQL function that a statement cannot take in is planned again with each write.

-- Notices of changes are kept for two days, for a listener that has missed some: a notification reaches only who listens at that moment, and
-- the sender of an event gives up after some tries. A row says what the notice said.
create table public.mudanca (
  id bigint generated always as identity primary key,
  transacao bigint not null default pg_catalog.pg_current_xact_id()::text::bigint,
  ocorrida_em timestamptz not null default now(),
  aviso jsonb not null
);
create index mudanca_transacao on public.mudanca (transacao, id);

-- Every transaction below this number has ended. A reader who asks for `transacao >= ` the number that it has read the last time misses no
-- change, however late its transaction ends; it leaves out those that it has had.
create view public.momento_das_mudancas as
  select pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text::bigint as transacao;

-- Of the oldest rows up to `quantas` go that are older than two days. They are found by their place alone: looking for old ones reads all of the
-- record where there are none.
create function public.podar_mudancas(quantas integer) returns void language plpgsql as $$
begin
  delete from public.mudanca where id in (
    select m.id from public.mudanca m
     where m.id in (
       select p.id from (select id, ocorrida_em from public.mudanca order by id limit quantas) p where p.ocorrida_em < now() - interval '2 days')
       for update skip locked);
end
$$;

-- Keeps one notice that no trigger of `notificar_mudanca` has sent: of a vocabulary, of a key that changed, of a stored file, of the demonstration,
-- of a statistical report. Statements that change rows keep theirs together; who sends a single one calls this. Each new row makes room for itself:
-- two of the oldest go, so that the table holds two days whoever reads it.
create function public.registrar_mudanca(aviso jsonb) returns void language plpgsql as $$
begin
  insert into public.mudanca (aviso) values (registrar_mudanca.aviso);
  perform public.podar_mudancas(2);
end
$$;

-- The notice of one row, `antes` and `depois` being the row as JSON; `colunas` and `alvos` are its foreign keys. It also says which other rows the
-- changed one refers to (before and after), and which columns an update has changed: from that a cache knows the lists that the row stands in, or
-- stood in, without asking back. `atualizado_em` and `versao` change with every update and are not named, so that two updates of the same columns in
-- a transaction are one notice.
create function public.aviso_de_mudanca(
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

-- A word of a vocabulary is shown by pages of many tables, and none of them can name the rows of vocabularies that it shows. So a change of one
-- is told like an emptied table, with `*` for its rows: whoever keeps pages takes all of them for changed. It is rare, and each
-- transaction tells it once for each vocabulary however many rows it touched, since Postgres leaves out what repeats a notice. An update
-- that alters nothing is not told, so a script that writes the same words again costs nobody anything.
create function public.notificar_vocabulario() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' and tg_op = 'UPDATE' then
    if new is not distinct from old then
      return null;
    end if;
  end if;
  perform pg_catalog.pg_notify('conteudo', pg_catalog.jsonb_build_object('table', tg_table_name, 'key', '*', 'op', 'DELETE')::text);
  perform public.registrar_mudanca(pg_catalog.jsonb_build_object('table', tg_table_name, 'key', '*', 'op', 'DELETE'));
  return null;
end
$$;

-- A row whose primary key is changed has two keys, and the notice of its update names the new one alone: what was kept of it under the old one
-- would stay. So the old key is told as deleted. Tables with a key of several columns are left as they are: each column refers to another
-- row, and those are told from before and after already. The trigger is only run where the key has changed.
create function public.notificar_renumeracao() returns trigger language plpgsql as $$
begin
  perform pg_catalog.pg_notify('conteudo', pg_catalog.jsonb_build_object(
    'table', tg_table_name, 'key', pg_catalog.to_jsonb(old) ->> tg_argv[0], 'op', 'DELETE', 'refs', '[]'::jsonb
  )::text);
  perform public.registrar_mudanca(pg_catalog.jsonb_build_object(
    'table', tg_table_name, 'key', pg_catalog.to_jsonb(old) ->> tg_argv[0], 'op', 'DELETE', 'refs', '[]'::jsonb
  ));
  return null;
end
$$;

-- A trigger with transition tables is of one event, so there are three. The one of updates has the plain name (`nome`), by which tables that have them
-- are found.
create function public.acionar_por_comando(tabela regclass, nome text, ao_inserir text, ao_excluir text, funcao text)
returns void language plpgsql as $$
begin
  execute format('create trigger %I after insert on %s referencing new table as depois for each statement execute function %s', ao_inserir, tabela, funcao);
  execute format('create trigger %I after update on %s referencing old table as antes new table as depois for each statement execute function %s', nome, tabela, funcao);
  execute format('create trigger %I after delete on %s referencing old table as antes for each statement execute function %s', ao_excluir, tabela, funcao);
end
$$;

create function public.observar_linhas(tabela regclass) returns void language plpgsql as $$
declare
  chave text;
begin
  select string_agg(quote_literal(a.attname), ', ' order by k.posicao) into strict chave
    from pg_catalog.pg_index i
    cross join lateral unnest(i.indkey::smallint[]) with ordinality as k(coluna, posicao)
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.coluna
   where i.indrelid = tabela and i.indisprimary;
  perform public.acionar_por_comando(tabela, 'notificar_mudanca', 'notificar_insercao', 'notificar_exclusao',
    format('public.notificar_mudanca(%s)', chave));
  execute format(
    'create trigger notificar_esvaziamento after truncate on %s for each statement execute function public.notificar_mudanca()',
    tabela
  );
  if exists (select 1 from pg_catalog.pg_attribute where attrelid = tabela and attname = 'atualizado_em' and not attisdropped) then
    execute format(
      'create trigger marcar_atualizacao before update on %s for each row execute function public.marcar_atualizacao()',
      tabela
    );
  end if;
end
$$;

create function public.observar_renumeracao(tabela regclass) returns void language plpgsql as $$
declare
  chave text;
begin
  select a.attname into chave
    from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
   where i.indrelid = tabela and i.indisprimary and i.indnkeyatts = 1;
  if found then
    execute format(
      'create trigger notificar_renumeracao after update on %1$s for each row when (old.%2$I is distinct from new.%2$I) execute function public.notificar_renumeracao(%2$L)',
      tabela, chave
    );
  end if;
end
$$;

-- The last file of the base calls this for each content table, and a later migration for one that it adds.
create function public.observar_tabela(tabela regclass) returns void language plpgsql as $$
begin
  perform public.observar_linhas(tabela);
  perform public.observar_renumeracao(tabela);
end
$$;

-- The same for a vocabulary.
create function public.observar_vocabulario(tabela regclass) returns void language plpgsql as $$
begin
  execute format(
    'create trigger notificar_mudanca after insert or update or delete on %s for each row execute function public.notificar_vocabulario()',
    tabela
  );
  execute format(
    'create trigger notificar_esvaziamento after truncate on %s for each statement execute function public.notificar_vocabulario()',
    tabela
  );
end
$$;

-- The notice of a stored file is recorded too, where the embedded backend has made the database: on a hosted one the storage is not ours.
do $do$
begin
  if to_regprocedure('embutido.avisa_arquivo()') is not null then
    create or replace function embutido.avisa_arquivo() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  perform pg_notify('conteudo', jsonb_build_object(
    'table', 'arquivo', 'key', old.id, 'op', tg_op,
    'refs', jsonb_build_array(jsonb_build_object('column', 'id', 'table', 'arquivo', 'key', old.id))
  )::text);
  perform public.registrar_mudanca(jsonb_build_object(
    'table', 'arquivo', 'key', old.id, 'op', tg_op,
    'refs', jsonb_build_array(jsonb_build_object('column', 'id', 'table', 'arquivo', 'key', old.id))
  ));
  return null;
end $$;
  end if;
end
$do$;
