-- Links between contents, and which of them are broken.

-- Links are kept with the text that holds them. `alvo_tabela` is null for an address that no row has: the routes of the site say whether it exists.
create table edicao.ligacao (
  tabela text not null,
  chave text not null,
  coluna text not null,
  destino text not null,
  alvo_tabela text,
  alvo_chave text,
  quebrada boolean not null,
  primary key (tabela, chave, coluna, destino)
);
create index ligacao_alvo on edicao.ligacao (alvo_tabela, alvo_chave);
create index ligacao_quebrada on edicao.ligacao (tabela, chave) where quebrada;
-- Addresses that no row has, each once: few, since most links lead to rows.
create index ligacao_sem_alvo on edicao.ligacao (destino) where alvo_tabela is null;

create view public.ligacao_quebrada as
  select tabela, chave, coluna, destino, alvo_tabela, alvo_chave from edicao.ligacao where quebrada;

create view public.ligacao_de_rota as
  select tabela, chave, coluna, destino from edicao.ligacao where alvo_tabela is null;

-- The row that an address of the site shows.
create function edicao.alvo_de(endereco text) returns table (tabela text, chave text) language sql immutable rows 1 as $$
  select f.tabela, lower(c.partes[1])
    from (values
      ('noticia', '^/informacoes/noticia/(\d{1,18})$'), ('comunicado', '^/informacoes/comunicado/(\d{1,18})$'),
      ('banner_comunicado', '^/informacoes/bannerComunicado/(\d{1,18})$'), ('pagina', '^/paginas/([^/]+)$'), ('servico', '^/servicos/([^/]+)$'),
      ('documento', '^/lai/documentos/[^/]+/(\d{1,18})$'), ('categoria_documento', '^/lai/documentos/([^/]+)$'),
      ('unidade', '^/institucional/unidade/(\d{1,18})$'),
      ('arquivo', '^/nhostprovider/([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$')
    ) f (tabela, forma)
    cross join lateral regexp_match(rtrim(edicao.caminho(endereco), '/'), f.forma) c (partes)
   where c.partes is not null
$$;

-- Whether that row is there for visitors, or will be when its moment has come; of a file, whether it is there at all.
create function edicao.alvo_existe(tabela text, chave text) returns boolean language sql stable as $$
  select case tabela
    when 'noticia' then exists (select from public.noticia where id = chave::bigint and publicado)
    when 'comunicado' then exists (select from public.comunicado where id = chave::bigint and publicado)
    when 'banner_comunicado' then exists (select from public.banner_comunicado where id = chave::bigint and publicado)
    when 'pagina' then exists (select from public.pagina where slug = chave and publicado)
    when 'servico' then exists (select from public.servico where slug = chave and publicado)
    when 'documento' then exists (select from public.documento where id = chave::bigint and publicado and retirado_em is null)
    when 'categoria_documento' then exists (select from public.categoria_documento where lower(slug) = chave and ativo)
    when 'unidade' then exists (select from public.unidade where id = chave::bigint and publicado)
    when 'arquivo' then exists (select from public.arquivo where id = chave::uuid)
    else true
  end
$$;

-- Addresses of this site in a column: those of `href` and `src` in a text of HTML, else the value itself.
create function edicao.enderecos_de(coluna text, valor text) returns setof text language sql immutable as $$
  select distinct replace(e.endereco, '&amp;', '&') from (
    select m[1] as endereco from regexp_matches(valor, '(?:href|src)\s*=\s*["''](/[^"''\s]*)["'']', 'gi') m where coluna like '%\_html'
    union all
    select valor where coluna not like '%\_html'
  ) e where e.endereco like '/%' and e.endereco not like '//%'
$$;

-- The query of the places, in the transition tables of an update, of the rows in which one of the columns has changed.
create function edicao.mudadas(chave text, colunas text[]) returns text language sql immutable as $$
  select pg_catalog.format(
    'select array_agg(d.vez), array_agg(a.chave), array_agg(d.chave)
       from (select row_number() over () as vez, %1$I::text as chave, row(%2$s) as valores from antes) a
       join (select row_number() over () as vez, %1$I::text as chave, row(%2$s) as valores from depois) d using (vez)
      where a.chave <> d.chave or a.valores is distinct from d.valores',
    chave, (select pg_catalog.string_agg(pg_catalog.quote_ident(c), ', ') from pg_catalog.unnest(colunas) c))
$$;

-- Writes the links of all rows of a statement together, without turning whole rows, with their search columns, into JSON.
-- Arguments: the column of the key, then the columns that hold links.
create function edicao.guardar_ligacoes() returns trigger language plpgsql as $$
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

-- Sees, for all rows of a statement together, which links to them are broken.
-- Arguments: the column that addresses name the row by, then the columns that decide whether it is there.
create function edicao.conferir_alvo() returns trigger language plpgsql as $$
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
