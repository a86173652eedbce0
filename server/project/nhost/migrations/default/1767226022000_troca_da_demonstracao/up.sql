-- Replaces the demonstration by the institution's own content, and brings it back from the copy that this makes. An administrator asks for
-- it by adding a row to `troca_de_conteudo`, which is also the record of it.

-- The rows that were removed.
create table edicao.copia_da_demonstracao (
  tabela text not null,
  chave text not null,
  linha jsonb not null,
  primary key (tabela, chave)
);

-- References of rows that stay to rows that were removed.
create table edicao.referencia_da_demonstracao (
  tabela text not null,
  chave text not null,
  coluna text not null,
  valor text not null,
  primary key (tabela, chave, coluna)
);

-- The key begins with the action, so that a notice of the row tells it.
create table public.troca_de_conteudo (
  acao text not null check (acao in ('retirar', 'devolver')),
  id bigint generated always as identity,
  usuario uuid,
  linhas integer not null default 0,
  feita_em timestamptz not null default now(),
  primary key (acao, id)
);

-- Tables of the content in the order in which their rows can go. Settings, sections, categories, bodies, menus, holidays and the glossary stay:
-- they are the frame that an institution fills in, or true whoever reads them. Stored files stay until the copy is thrown away.
create function edicao.tabelas_da_demonstracao() returns text[] language sql immutable
  return array[
    'pagamento', 'numero_documento', 'documento_relacao', 'documento_versao', 'contrato_fiscal', 'instituicao_credenciada', 'progestao_evidencia',
    'progestao_avaliacao', 'progestao_certificacao', 'documento_arquivo', 'comunicado_arquivo', 'declaracao_inexistencia', 'membro_orgao',
    'contato', 'servico', 'pergunta_frequente', 'faq_categoria', 'noticia', 'categoria_noticia', 'comunicado', 'banner_comunicado', 'pagina',
    'redirecionamento', 'calendario_beneficio', 'documento', 'reuniao', 'unidade', 'pessoa', 'arquivo'
  ];

-- SQL of the key of a row as the audit trail writes it.
create function edicao.sql_da_chave(tabela text, apelido text) returns text language sql stable as $$
  select string_agg(format('%s.%I::text', apelido, a.attname), ' || '':'' || ' order by k.posicao)
    from pg_catalog.pg_index i
    cross join lateral unnest(i.indkey::smallint[]) with ordinality as k(coluna, posicao)
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.coluna
   where i.indrelid = format('public.%I', tabela)::regclass and i.indisprimary
$$;

-- Foreign keys of one column to tables of the demonstration. `anulada`: the order of the tables does not remove the row that refers first.
create view edicao.referencia as
  select f.relname::text as filha, a.attname::text as coluna,
         not a.attnotnull and coalesce(array_position(edicao.tabelas_da_demonstracao(), f.relname::text)
           >= array_position(edicao.tabelas_da_demonstracao(), p.relname::text), true) as anulada,
         p.relname::text as mae, b.attname::text as coluna_da_mae
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_class f on f.oid = c.conrelid
    join pg_catalog.pg_class p on p.oid = c.confrelid
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_catalog.pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
   where c.contype = 'f' and cardinality(c.conkey) = 1 and f.relnamespace = 'public'::regnamespace
     and p.relnamespace = 'public'::regnamespace and p.relname = any (edicao.tabelas_da_demonstracao());

-- Rows that no person has written or changed, less those that a row of a person refers to. A row that an operator inserted by SQL after the
-- load stays as well: its moment is later and no whole minute, as the invented moments of the demonstration are.
create function edicao.escolher_demonstracao(carregada_em timestamptz) returns void language plpgsql as $$
declare
  nome text;
  r record;
  menos bigint;
  total bigint;
begin
  create temporary table removivel (tabela text, chave text, primary key (tabela, chave)) on commit drop;
  foreach nome in array edicao.tabelas_da_demonstracao() loop
    execute format(
      'insert into removivel select %1$L, %2$s from public.%1$I t
        where %3$s not exists (select from public.auditoria a where a.tabela = %1$L and a.chave = %2$s and a.papel is not null)',
      nome, edicao.sql_da_chave(nome, 't'),
      case when exists (select from information_schema.columns where table_schema = 'public' and table_name = nome and column_name = 'criado_em')
        then format('(t.criado_em <= %L or date_trunc(''minute'', t.criado_em) = t.criado_em) and', carregada_em) else '' end);
  end loop;
  analyze removivel;
  loop
    total := 0;
    for r in select * from edicao.referencia where filha = any (edicao.tabelas_da_demonstracao()) loop
      execute format(
        'delete from removivel x using public.%1$I f, public.%2$I m
          where x.tabela = %2$L and x.chave = %3$s and f.%4$I = m.%5$I
            and not exists (select from removivel y where y.tabela = %1$L and y.chave = %6$s)',
        r.filha, r.mae, edicao.sql_da_chave(r.mae, 'm'), r.coluna, r.coluna_da_mae, edicao.sql_da_chave(r.filha, 'f'));
      get diagnostics menos = row_count;
      total := total + menos;
    end loop;
    exit when total = 0;
  end loop;
end
$$;

create function edicao.retirar_demonstracao(carregada_em timestamptz) returns integer language plpgsql as $$
declare
  nome text;
  r record;
  linhas bigint;
  removidas bigint := 0;
begin
  perform edicao.escolher_demonstracao(carregada_em);
  foreach nome in array edicao.tabelas_da_demonstracao() loop
    execute format('insert into edicao.copia_da_demonstracao
      select %1$L, x.chave, to_jsonb(t) from public.%1$I t join removivel x on x.tabela = %1$L and x.chave = %2$s',
      nome, edicao.sql_da_chave(nome, 't'));
  end loop;
  analyze edicao.copia_da_demonstracao;
  for r in select * from edicao.referencia where anulada loop
    if not r.filha = any (edicao.tabelas_da_demonstracao()) then
      execute format('insert into edicao.referencia_da_demonstracao
        select %1$L, %2$s, %3$L, f.%3$I::text from public.%1$I f join public.%4$I m on m.%5$I = f.%3$I
          join removivel x on x.tabela = %4$L and x.chave = %6$s',
        r.filha, edicao.sql_da_chave(r.filha, 'f'), r.coluna, r.mae, r.coluna_da_mae, edicao.sql_da_chave(r.mae, 'm'));
    end if;
    execute format('update public.%1$I f set %2$I = null from public.%3$I m, removivel x
      where m.%4$I = f.%2$I and x.tabela = %3$L and x.chave = %5$s',
      r.filha, r.coluna, r.mae, r.coluna_da_mae, edicao.sql_da_chave(r.mae, 'm'));
  end loop;
  foreach nome in array edicao.tabelas_da_demonstracao() loop
    execute format('delete from public.%1$I t using removivel x where x.tabela = %1$L and x.chave = %2$s', nome, edicao.sql_da_chave(nome, 't'));
    get diagnostics linhas = row_count;
    removidas := removidas + linhas;
  end loop;
  drop table removivel;
  return removidas;
end
$$;

-- Brings back the rows of the copy whose keys are free, those that others refer to first, and then the references that could be empty.
create function edicao.devolver_demonstracao() returns integer language plpgsql as $$
declare
  nome text;
  r record;
  linhas bigint;
  devolvidas bigint := 0;
  colunas text;
  vazias text[];
begin
  for nome in select t from unnest(edicao.tabelas_da_demonstracao()) with ordinality as l (t, vez) order by vez desc loop
    select string_agg(quote_ident(column_name), ', ') into colunas from information_schema.columns
     where table_schema = 'public' and table_name = nome and is_generated = 'NEVER';
    select coalesce(array_agg(coluna), '{}') into vazias from edicao.referencia where filha = nome and anulada;
    execute format('insert into public.%1$I (%2$s) select %2$s from edicao.copia_da_demonstracao c
      cross join lateral jsonb_populate_record(null::public.%1$I, c.linha - %3$L::text[]) where c.tabela = %1$L on conflict do nothing',
      nome, colunas, vazias);
    get diagnostics linhas = row_count;
    devolvidas := devolvidas + linhas;
  end loop;
  for r in select * from edicao.referencia where anulada loop
    execute format('with valores as materialized (
        select chave, linha ->> %2$L as valor from edicao.copia_da_demonstracao where tabela = %1$L and linha ->> %2$L is not null)
      update public.%1$I f set %2$I = m.%4$I from valores c, public.%3$I m
      where c.chave = %5$s and m.%4$I::text = c.valor and f.%2$I is null',
      r.filha, r.coluna, r.mae, r.coluna_da_mae, edicao.sql_da_chave(r.filha, 'f'));
    execute format('update public.%1$I f set %2$I = m.%4$I from edicao.referencia_da_demonstracao c, public.%3$I m
      where c.tabela = %1$L and c.coluna = %2$L and c.chave = %5$s and m.%4$I::text = c.valor and f.%2$I is null',
      r.filha, r.coluna, r.mae, r.coluna_da_mae, edicao.sql_da_chave(r.filha, 'f'));
  end loop;
  delete from edicao.copia_da_demonstracao;
  delete from edicao.referencia_da_demonstracao;
  return devolvidas;
end
$$;

-- Turns the triggers of the audit trail and of the notices off or on.
create function edicao.ligar_gatilhos(como text) returns void language plpgsql as $$
declare
  gatilho record;
begin
  for gatilho in
    select t.tgrelid::regclass as tabela, t.tgname as nome from pg_catalog.pg_trigger t
     where t.tgfoid in ('edicao.auditar'::regproc, 'public.notificar_mudanca'::regproc)
       and t.tgrelid = any (select format('public.%I', l)::regclass from unnest(edicao.tabelas_da_demonstracao()) l)
     order by 1, 2
  loop
    execute format('alter table %s %s trigger %I', gatilho.tabela, como, gatilho.nome);
  end loop;
end
$$;

-- While thousands of rows go or come back, GIN indexes collect their entries and take them up at the end: one by one, the entries of the
-- trigrams cost more than all else. Whoever searches waits until then. `fastupdate` stays off otherwise, because searches read what was collected.
create function edicao.reunir_entradas(reunir boolean) returns void language plpgsql as $$
declare
  indice regclass;
begin
  perform pg_catalog.set_config('gin_pending_list_limit', '1GB', true);
  for indice in
    select i.indexrelid::regclass
      from pg_catalog.pg_index i
      join pg_catalog.pg_class c on c.oid = i.indexrelid
      join pg_catalog.pg_am a on a.oid = c.relam
     where a.amname = 'gin' and i.indrelid = any (select format('public.%I', l)::regclass from unnest(edicao.tabelas_da_demonstracao()) l)
       and c.reloptions @> array['fastupdate=' || case when reunir then 'off' else 'on' end]
     order by 1
  loop
    if not reunir then
      perform pg_catalog.gin_clean_pending_list(indice);
    end if;
    execute format('alter index %s set (fastupdate = %s)', indice, case when reunir then 'on' else 'off' end);
  end loop;
end
$$;

create function edicao.trocar_conteudo() returns trigger language plpgsql as $$
declare
  estado text;
  carregada timestamptz;
begin
  if pg_catalog.to_regclass('embutido.instalacao') is not null then
    execute 'select demonstracao, demonstracao_em from embutido.instalacao for update' into estado, carregada;
  end if;
  if estado is distinct from (case new.acao when 'retirar' then 'carregada' else 'retirada' end) then
    perform edicao.recusar('troca_de_conteudo_possivel', 'acao', case new.acao
      when 'retirar' then 'Não há conteúdo de demonstração para retirar.' else 'Não há conteúdo de demonstração retirado.' end);
  end if;
  -- The copy and this row are the record: a line of the audit trail for each row would be the copy again. One notice stands for all rows.
  perform edicao.ligar_gatilhos('disable');
  perform edicao.reunir_entradas(true);
  new.linhas := case new.acao when 'retirar' then edicao.retirar_demonstracao(carregada) else edicao.devolver_demonstracao() end;
  perform edicao.reunir_entradas(false);
  perform edicao.ligar_gatilhos('enable');
  perform pg_catalog.pg_notify('conteudo', pg_catalog.jsonb_build_object('table', 'documento', 'key', '*', 'op', 'DELETE')::text);
  perform public.registrar_mudanca(pg_catalog.jsonb_build_object('table', 'documento', 'key', '*', 'op', 'DELETE'));
  execute 'update embutido.instalacao set demonstracao = $1' using case new.acao when 'retirar' then 'retirada' else 'carregada' end;
  return new;
end
$$;
create trigger trocar_conteudo before insert on public.troca_de_conteudo for each row execute function edicao.trocar_conteudo();
