-- What a write costs beside its rows: notices of changes and the audit trail are written once for each statement, out of its transition tables,
-- and no longer once for each row. What is written is the same.

-- Of the oldest rows up to `quantas` go that are older than two days. They are found by their place alone: looking for old ones reads all of the
-- record where there are none.
create function public.podar_mudancas(quantas integer) returns void language sql as $$
  delete from public.mudanca where id in (
    select m.id from public.mudanca m
     where m.id in (
       select p.id from (select id, ocorrida_em from public.mudanca order by id limit quantas) p where p.ocorrida_em < now() - interval '2 days')
       for update skip locked)
$$;

-- The notice of one row, `antes` and `depois` being the row as JSON; `colunas` and `alvos` are its foreign keys.
create function public.aviso_de_mudanca(
  tabela text, operacao text, chave text[], colunas text[], alvos text[], antes jsonb, depois jsonb
) returns jsonb language sql stable as $$
  select pg_catalog.jsonb_build_object('table', tabela, 'key', (
      select pg_catalog.string_agg(coalesce(depois, antes) ->> k.coluna, ':' order by k.posicao)
        from pg_catalog.unnest(chave) with ordinality as k (coluna, posicao)),
    'op', operacao, 'refs', coalesce((
      select pg_catalog.jsonb_agg(distinct pg_catalog.jsonb_build_object('column', r.coluna, 'table', r.alvo, 'key', v.chave))
        from unnest(colunas, alvos) as r (coluna, alvo)
        cross join lateral (values (antes ->> r.coluna), (depois ->> r.coluna)) as v (chave)
       where v.chave is not null), '[]'))
  || case operacao when 'UPDATE' then pg_catalog.jsonb_build_object('columns', coalesce((
      select pg_catalog.jsonb_agg(d.key order by d.key) from pg_catalog.jsonb_each(depois) d
       where d.value is distinct from antes -> d.key and d.key not in ('atualizado_em', 'versao')), '[]')) else '{}' end
$$;

-- Transition tables of an update hold the rows before and after in the same order. Their columns may have the names of these variables.
create or replace function public.notificar_mudanca() returns trigger language plpgsql as $$
#variable_conflict use_variable
declare
  chave text[] := tg_argv[0:];
  colunas text[];
  alvos text[];
  avisos jsonb[];
begin
  if tg_op = 'TRUNCATE' then
    avisos := array[pg_catalog.jsonb_build_object('table', tg_table_name, 'key', '*', 'op', 'DELETE')];
  else
    select pg_catalog.array_agg(a.attname::text), pg_catalog.array_agg(t.relname::text) into colunas, alvos
      from pg_catalog.pg_constraint c
      join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_catalog.pg_class t on t.oid = c.confrelid
     where c.conrelid = tg_relid and c.contype = 'f' and pg_catalog.cardinality(c.conkey) = 1
       and t.relnamespace = 'public'::regnamespace
       and not exists (select 1 from pg_catalog.pg_attribute v where v.attrelid = t.oid and v.attnum = 1 and v.attname = 'valor');
    if tg_op = 'INSERT' then
      select pg_catalog.array_agg(public.aviso_de_mudanca(tg_table_name, tg_op, chave, colunas, alvos, null, pg_catalog.to_jsonb(d)))
        into avisos from depois d;
    elsif tg_op = 'DELETE' then
      select pg_catalog.array_agg(public.aviso_de_mudanca(tg_table_name, tg_op, chave, colunas, alvos, pg_catalog.to_jsonb(a), null))
        into avisos from antes a;
    else
      select pg_catalog.array_agg(public.aviso_de_mudanca(tg_table_name, tg_op, chave, colunas, alvos, a.linha, d.linha))
        into avisos
        from (select pg_catalog.row_number() over () as vez, pg_catalog.to_jsonb(x) as linha from antes x) a
        join (select pg_catalog.row_number() over () as vez, pg_catalog.to_jsonb(x) as linha from depois x) d using (vez);
    end if;
  end if;
  if avisos is null then
    return null;
  end if;
  perform pg_catalog.pg_notify('conteudo', aviso::text) from pg_catalog.unnest(avisos) as a (aviso);
  insert into public.mudanca (aviso) select aviso from pg_catalog.unnest(avisos) as a (aviso);
  perform public.podar_mudancas(2 * pg_catalog.cardinality(avisos));
  return null;
end
$$;
drop function public.registrar_mudanca(jsonb);

-- What differs between a row before and after, by column; null where nothing does.
create function edicao.diferencas(regra edicao.tabela_auditada, antes jsonb, depois jsonb) returns jsonb language sql immutable as $$
  select pg_catalog.jsonb_object_agg(c.coluna, case when c.coluna = any (regra.sem_valor) then 'null'
           else pg_catalog.jsonb_build_array(antes -> c.coluna, depois -> c.coluna) end)
    from pg_catalog.jsonb_object_keys(coalesce(depois, antes)) as c (coluna)
   where c.coluna <> all (regra.fora)
     and coalesce(antes -> c.coluna, 'null') is distinct from coalesce(depois -> c.coluna, 'null')
$$;

create or replace function edicao.auditar() returns trigger language plpgsql as $$
declare
  sessao jsonb := nullif(pg_catalog.current_setting('hasura.user', true), '')::jsonb;
  regra edicao.tabela_auditada;
begin
  if tg_op = 'INSERT' and sessao is null then
    return null;
  end if;
  select * into strict regra from edicao.tabela_auditada where tabela = tg_table_name;
  execute pg_catalog.format($sql$
    insert into public.auditoria (tabela, chave, operacao, versao, usuario, papel, transacao, alteracoes)
    select $1,
           (select string_agg(coalesce(l.depois, l.antes) ->> k.coluna, ':' order by k.posicao)
              from unnest($2.chave) with ordinality as k (coluna, posicao)),
           $3, (coalesce(l.depois, l.antes) ->> 'versao')::integer, $4, $5, txid_current(), m.mudancas
      from (%s) l
     cross join lateral (select edicao.diferencas($2, l.antes, l.depois) as mudancas) m
     where m.mudancas is not null
     order by l.vez$sql$,
    case tg_op
      when 'INSERT' then 'select row_number() over () as vez, null::jsonb as antes, to_jsonb(d) as depois from depois d'
      when 'DELETE' then 'select row_number() over () as vez, to_jsonb(a) as antes, null::jsonb as depois from antes a'
      else 'select vez, a.linha as antes, d.linha as depois
              from (select row_number() over () as vez, to_jsonb(a) as linha from antes a) a
              join (select row_number() over () as vez, to_jsonb(d) as linha from depois d) d using (vez)'
    end)
    using tg_table_name, regra, tg_op,
      case when sessao ->> 'x-hasura-user-id' ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
        then (sessao ->> 'x-hasura-user-id')::uuid end,
      sessao ->> 'x-hasura-role';
  return null;
end
$$;

-- A trigger with transition tables is of one event. The one of updates keeps the name by which the others are found.
create function public.acionar_por_comando(tabela regclass, nome text, ao_inserir text, ao_excluir text, funcao text) returns void language plpgsql as $$
begin
  execute format('create trigger %I after insert on %s referencing new table as depois for each statement execute function %s', ao_inserir, tabela, funcao);
  execute format('create trigger %I after update on %s referencing old table as antes new table as depois for each statement execute function %s', nome, tabela, funcao);
  execute format('create trigger %I after delete on %s referencing old table as antes for each statement execute function %s', ao_excluir, tabela, funcao);
end
$$;

create or replace function public.observar_linhas(tabela regclass) returns void language plpgsql as $$
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

do $$
declare
  gatilho record;
  antes text;
  depois text;
begin
  for gatilho in
    select t.tgrelid::regclass as tabela, t.tgname::text as nome,
           (regexp_match(pg_get_triggerdef(t.oid), 'EXECUTE FUNCTION (.*)$'))[1] as funcao
      from pg_catalog.pg_trigger t
     where t.tgname in ('notificar_mudanca', 'auditar') and t.tgfoid in ('public.notificar_mudanca'::regproc, 'edicao.auditar'::regproc)
     order by 1, 2
  loop
    execute format('drop trigger %I on %s', gatilho.nome, gatilho.tabela);
    if gatilho.nome = 'auditar' then
      perform public.acionar_por_comando(gatilho.tabela, 'auditar', 'auditar_insercao', 'auditar_exclusao', gatilho.funcao);
    else
      perform public.acionar_por_comando(gatilho.tabela, gatilho.nome, 'notificar_insercao', 'notificar_exclusao', gatilho.funcao);
    end if;
  end loop;

  antes := pg_get_functiondef('public.auditar_tabela'::regproc);
  depois := replace(antes,
    $t$execute format('create trigger auditar after insert or update or delete on %s for each row execute function edicao.auditar()', tabela);$t$,
    $t$perform public.acionar_por_comando(tabela, 'auditar', 'auditar_insercao', 'auditar_exclusao', 'edicao.auditar()');$t$);
  if depois = antes then
    raise exception 'public.auditar_tabela is not the function that this migration changes';
  end if;
  execute depois;

  antes := pg_get_functiondef('edicao.ligar_gatilhos'::regproc);
  depois := replace(antes, $t$t.tgname in ('auditar', 'notificar_mudanca')$t$,
    $t$t.tgfoid in ('edicao.auditar'::regproc, 'public.notificar_mudanca'::regproc)$t$);
  if depois = antes then
    raise exception 'edicao.ligar_gatilhos is not the function that this migration changes';
  end if;
  execute depois;
end
$$;

-- Links, their targets and documents without a file, for all rows of a statement together. `mudadas` are the places, in the transition tables of
-- an update, of the rows in which one of the columns has changed.
create function edicao.mudadas(chave text, colunas text[]) returns text language sql immutable as $$
  select pg_catalog.format(
    'select array_agg(d.vez), array_agg(a.chave), array_agg(d.chave)
       from (select row_number() over () as vez, %1$I::text as chave, row(%2$s) as valores from antes) a
       join (select row_number() over () as vez, %1$I::text as chave, row(%2$s) as valores from depois) d using (vez)
      where a.chave <> d.chave or a.valores is distinct from d.valores',
    chave, (select pg_catalog.string_agg(pg_catalog.quote_ident(c), ', ') from pg_catalog.unnest(colunas) c))
$$;

-- Arguments: the column of the key, then the columns that hold links.
create or replace function edicao.guardar_ligacoes() returns trigger language plpgsql as $$
declare
  colunas text[] := tg_argv[1:];
  valores text;
  vezes bigint[];
  antigas text[];
  novas text[];
begin
  if tg_op = 'UPDATE' then
    execute edicao.mudadas(tg_argv[0], case tg_table_name when 'menu_item' then colunas || array['destino_tipo'] else colunas end)
      into vezes, antigas, novas;
    if vezes is null then
      return null;
    end if;
  elsif tg_op = 'DELETE' then
    execute pg_catalog.format('select array_agg(%I::text) from antes', tg_argv[0]) into antigas;
  end if;
  delete from edicao.ligacao l where l.tabela = tg_table_name and l.chave = any (antigas);
  if tg_op = 'DELETE' then
    return null;
  end if;
  select pg_catalog.string_agg(pg_catalog.format('(%L, %s)', c, case tg_table_name
           when 'menu_item' then $sql$case l.destino_tipo when 'pagina' then '/paginas/' || l.destino
             when 'categoria' then '/lai/documentos/' || l.destino else l.destino end$sql$
           else pg_catalog.format('l.%I::text', c) end), ', ')
    into valores from pg_catalog.unnest(colunas) c;
  execute pg_catalog.format(
    'insert into edicao.ligacao (tabela, chave, coluna, destino, alvo_tabela, alvo_chave, quebrada)
     select %L, l.%I::text, c.coluna, e.endereco, a.tabela, a.chave, not edicao.alvo_existe(a.tabela, a.chave)
       from (select row_number() over () as vez, * from depois) l
       cross join lateral (values %s) c (coluna, valor)
       cross join lateral edicao.enderecos_de(c.coluna, c.valor) e (endereco)
       left join lateral edicao.alvo_de(e.endereco) a on true
      where c.valor is not null and ($1 is null or l.vez = any ($1))
     on conflict do nothing', tg_table_name, tg_argv[0], valores) using vezes;
  return null;
end
$$;

-- Arguments: the column that addresses name the row by, then the columns that decide whether it is there.
create or replace function edicao.conferir_alvo() returns trigger language plpgsql as $$
declare
  vezes bigint[];
  antigas text[];
  novas text[];
  chaves text[];
begin
  if tg_op = 'UPDATE' then
    execute edicao.mudadas(tg_argv[0], tg_argv[1:]) into vezes, antigas, novas;
  else
    execute pg_catalog.format('select array_agg(%I::text) from %s', tg_argv[0], case tg_op when 'INSERT' then 'depois' else 'antes' end)
      into novas;
  end if;
  select pg_catalog.array_agg(distinct lower(c)) into chaves from pg_catalog.unnest(antigas || novas) c;
  if chaves is not null then
    update edicao.ligacao l set quebrada = not l.quebrada
     where l.alvo_tabela = tg_table_name and l.alvo_chave = any (chaves) and l.quebrada = edicao.alvo_existe(l.alvo_tabela, l.alvo_chave);
  end if;
  return null;
end
$$;

create or replace function edicao.conferir_documento() returns trigger language plpgsql as $$
declare
  documentos bigint[];
begin
  if tg_op = 'UPDATE' then
    select pg_catalog.array_agg(d.id) into documentos from depois d join antes a using (id) where d.url_externa is distinct from a.url_externa;
  else
    select pg_catalog.array_agg(d.id) into documentos from depois d;
  end if;
  perform edicao.conferir_arquivos(documentos);
  return null;
end
$$;

create or replace function edicao.conferir_documento_do_arquivo() returns trigger language plpgsql as $$
declare
  documentos bigint[];
begin
  if tg_op = 'DELETE' then
    select pg_catalog.array_agg(distinct a.documento_id) into documentos from antes a;
  else
    select pg_catalog.array_agg(distinct d.documento_id) into documentos from depois d;
  end if;
  perform edicao.conferir_arquivos(documentos);
  return null;
end
$$;

drop function edicao.conferir_arquivos(bigint) cascade;
create function edicao.conferir_arquivos(documentos bigint[]) returns void language sql as $$
  delete from edicao.documento_sem_arquivo s where s.documento_id = any (documentos) and (
    exists (select from public.documento_arquivo a where a.documento_id = s.documento_id)
    or exists (select from public.documento d where d.id = s.documento_id and d.url_externa is not null));
  insert into edicao.documento_sem_arquivo
    select d.id from public.documento d
     where d.id = any (documentos) and d.url_externa is null
       and not exists (select from public.documento_arquivo a where a.documento_id = d.id)
    on conflict do nothing;
$$;

do $$
declare
  gatilho record;
  funcao text;
begin
  for gatilho in
    select t.tgrelid::regclass as tabela, t.tgname::text as nome, t.tgfoid = 'edicao.conferir_alvo'::regproc as com_colunas,
           (regexp_match(pg_get_triggerdef(t.oid), 'EXECUTE FUNCTION (.*)\)$'))[1] as chamada,
           (select string_agg(quote_literal(a.attname), ', ') from unnest(t.tgattr::smallint[]) c join pg_catalog.pg_attribute a
              on a.attrelid = t.tgrelid and a.attnum = c) as colunas
      from pg_catalog.pg_trigger t
     where t.tgfoid in ('edicao.guardar_ligacoes'::regproc, 'edicao.conferir_alvo'::regproc)
     order by 1, 2
  loop
    execute format('drop trigger %I on %s', gatilho.nome, gatilho.tabela);
    funcao := gatilho.chamada || case when gatilho.com_colunas then ', ' || gatilho.colunas else '' end || ')';
    perform public.acionar_por_comando(gatilho.tabela, gatilho.nome, gatilho.nome || '_ao_inserir', gatilho.nome || '_ao_excluir', funcao);
  end loop;
end
$$;

drop trigger conferir_arquivos on public.documento;
create trigger conferir_arquivos after update on public.documento
  referencing old table as antes new table as depois for each statement execute function edicao.conferir_documento();
create trigger conferir_arquivos_ao_inserir after insert on public.documento
  referencing new table as depois for each statement execute function edicao.conferir_documento();
drop trigger conferir_arquivos on public.documento_arquivo;
create trigger conferir_arquivos_ao_inserir after insert on public.documento_arquivo
  referencing new table as depois for each statement execute function edicao.conferir_documento_do_arquivo();
create trigger conferir_arquivos_ao_excluir after delete on public.documento_arquivo
  referencing old table as antes for each statement execute function edicao.conferir_documento_do_arquivo();
