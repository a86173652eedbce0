-- The index holds what a visitor may read, corrections take their words from nothing else, and writers that meet wait for each other.

-- A CPF in a text, with its points and dash or as eleven digits of which the last two agree with the others, keeps its middle alone. What an
-- extraction parts by a space or a line is one too.
create function indice.cpf_confere(digitos text) returns boolean language sql immutable strict parallel safe
  return digitos !~ '^(\d)\1*$' and not exists (
    select from (values (9), (10)) v (quantos)
     where (select sum(substr(digitos, n, 1)::integer * (v.quantos + 2 - n)) * 10 % 11 % 10 from generate_series(1, v.quantos) n)
       <> substr(digitos, v.quantos + 1, 1)::integer);

create function indice.sem_cpf(texto text) returns text language plpgsql immutable strict parallel safe as $$
declare
  resposta text := texto;
  achado text;
  digitos text;
begin
  if texto !~ '\d{3}\s?\.\s?\d{3}\s?\.\s?\d{3}\s?[-‐-―−]|\d{9}[-‐-―−]?\d\d' then
    return texto;
  end if;
  for achado in
    select distinct m[1] from regexp_matches(texto,
      '(?<![\d,/.-])(\d{3}\s?\.\s?\d{3}\s?\.\s?\d{3}\s?[-‐-―−]\s?\d\d|\d{9}[-‐-―−]?\d\d)(?![\d/])', 'g') m
  loop
    digitos := regexp_replace(achado, '\D', '', 'g');
    if position('.' in achado) > 0 or indice.cpf_confere(digitos) then
      resposta := replace(resposta, achado, '***.' || substr(digitos, 4, 3) || '.' || substr(digitos, 7, 3) || '-**');
    end if;
  end loop;
  return resposta;
end
$$;

-- The words of an index row: of a masked number not even the middle is one.
create function indice.para_indexar(texto text) returns text language sql immutable strict parallel safe
  return regexp_replace(indice.sem_cpf(texto), '\*{3}\.\d{3}\.\d{3}-\*\*', ' ', 'g');

-- What a menu shows: an item below a hidden one is hidden as well. A page of the site has a path here, not on another host.
create view indice.menu_a_mostra as
  with recursive a_mostra as (
    select m.id, m.area, m.rotulo, m.descricao, m.destino_tipo, m.destino, m.ativo from public.menu_item m where m.ativo and m.pai_id is null
    union all
    select m.id, m.area, m.rotulo, m.descricao, m.destino_tipo, m.destino, m.ativo
      from public.menu_item m join a_mostra p on p.id = m.pai_id where m.ativo
  )
  select id, area, rotulo, descricao, destino_tipo, destino, ativo from a_mostra where destino_tipo <> 'rota' or destino ~ '^/([^/\\]|$)';

-- Keeps the rows of a table as they are until the end of the transaction. A writer that changes them waits, or is waited for: then the words
-- that follow are read with what it wrote.
create function indice.segurar(tabela text, chaves text[]) returns void language plpgsql as $$
begin
  if tabela = 'rota' then
    perform pg_advisory_xact_lock(hashtextextended('indice.rota', 0));
  else
    execute format('select 1 from public.%1$I where %2$I = any ($1::%3$s[]) order by %2$I for no key update', tabela,
      case tabela when 'categoria_documento' then 'slug' else 'id' end, case tabela when 'categoria_documento' then 'text' else 'bigint' end)
      using chaves;
  end if;
end
$$;

-- The rows of a table of its own are held by who changes them. A file that a new link leads to keeps its text until the link is there.
create or replace function indice.acompanhar() returns trigger language plpgsql as $$
declare
  linhas text := case tg_op when 'INSERT' then 'select * from depois' when 'DELETE' then 'select * from antes'
    else '(select * from depois union all select * from antes)' end;
  chaves text[];
begin
  if tg_table_name in ('documento_arquivo', 'comunicado_arquivo') and tg_op <> 'DELETE' then
    execute 'select 1 from public.arquivo where id in (select arquivo_id from depois) order by id for share';
  end if;
  for n in 0 .. tg_nargs - 1 by 2 loop
    execute format('with linhas as (%s) select array_agg(distinct k::text) from (%s) c (k) where k is not null', linhas, tg_argv[n + 1]) into chaves;
    if chaves is not null then
      if tg_argv[n] <> tg_table_name then
        perform indice.segurar(tg_argv[n], chaves);
      end if;
      perform indice.refazer(tg_argv[n], chaves);
    end if;
  end loop;
  return null;
end
$$;

create or replace function indice.acompanhar_arquivo() returns trigger language plpgsql as $$
declare
  documentos text[];
  comunicados text[];
begin
  select array_agg(distinct r.documento_id::text) into documentos from depois d join antes a on a.id = d.id
    join public.documento_arquivo r on r.arquivo_id = d.id where d.texto_extraido is distinct from a.texto_extraido;
  select array_agg(distinct r.comunicado_id::text) into comunicados from depois d join antes a on a.id = d.id
    join public.comunicado_arquivo r on r.arquivo_id = d.id where d.texto_extraido is distinct from a.texto_extraido;
  if documentos is not null then
    perform indice.segurar('documento', documentos);
    perform indice.refazer('documento', documentos);
  end if;
  if comunicados is not null then
    perform indice.segurar('comunicado', comunicados);
    perform indice.refazer('comunicado', comunicados);
  end if;
  return null;
end
$$;

-- Two who change the glossary at once write one after the other.
do $$
declare
  nome text;
begin
  foreach nome in array array['anotar_termos', 'anotar_categorias'] loop
    execute replace(pg_get_functiondef(format('indice.%I()', nome)::regprocedure), E'begin\n  delete',
      E'begin\n  lock table indice.forma in share row exclusive mode;\n  delete');
    if position('lock table' in pg_get_functiondef(format('indice.%I()', nome)::regprocedure)) = 0 then
      raise exception 'indice.% is not the function that this migration changes', nome;
    end if;
  end loop;
end
$$;

-- Views of what is found. Days are those of the institution's clock, texts of files with personal data are nobody's to find.
do $$
declare
  troca record;
  antes text;
  depois text;
begin
  for troca in select * from (values
    ('fonte_documento', 'a.documento_id = d.id', 'a.documento_id = d.id AND NOT d.contem_dado_pessoal'),
    ('fonte_noticia', '''-03:00:00''::interval', 'public.fuso_da_instituicao()'),
    ('fonte_comunicado', '''-03:00:00''::interval', 'public.fuso_da_instituicao()'),
    ('fonte_pagina', 'menu_item m', 'indice.menu_a_mostra m'),
    ('fonte_rota', 'menu_item m', 'indice.menu_a_mostra m')
  ) t (visao, de, para) loop
    antes := pg_get_viewdef(format('indice.%I', troca.visao)::regclass);
    depois := regexp_replace(replace(antes, troca.de, troca.para), '\mpublic\.indice\.', 'indice.', 'g');
    if depois = antes then
      raise exception 'indice.% is not the view that this migration changes', troca.visao;
    end if;
    execute format('create or replace view indice.%I as %s', troca.visao, depois);
  end loop;

  antes := pg_get_functiondef('indice.refazer(text, text[])'::regprocedure);
  depois := replace(antes, 'with fonte as materialized (select * from indice.fonte_%1$s where origem = any ($1::%2$s[]))',
    'with fonte as materialized (
      select tabela, chave, tipo, categoria, ano, data, dia, desde, ate, vale_ate, fator, indice.sem_cpf(titulo) as titulo, indice.sem_cpf(resumo) as resumo, destino,
             indice.para_indexar(a) as a, indice.para_indexar(b) as b, indice.para_indexar(c) as c, indice.para_indexar(d) as d
        from indice.fonte_%1$s where origem = any ($1::%2$s[]))');
  if depois = antes then
    raise exception 'indice.refazer is not the function that this migration changes';
  end if;
  execute depois;
end
$$;

-- What hangs below a changed item of a menu, and the lists of a changed section.
do $$
declare
  abaixo text := 'with recursive abaixo as (select id, destino_tipo, destino from linhas union
    select m.id, m.destino_tipo, m.destino from public.menu_item m join abaixo p on p.id = m.pai_id) ';
  fonte record;
begin
  for fonte in select * from (values
    ('menu_item', array['rota', abaixo || 'select destino from abaixo where destino_tipo = ''rota''',
      'pagina', abaixo || 'select p.id from abaixo l join public.pagina p on p.slug = l.destino where l.destino_tipo = ''pagina''']),
    ('secao_lai', array['categoria_documento', 'select c.slug from linhas l join public.categoria_documento c on c.secao_id = l.id'])
  ) f (tabela, argumentos) loop
    execute format('create or replace trigger indexar_alteracao after update on public.%I referencing old table as antes new table as depois
      for each statement execute function indice.acompanhar(%s)', fonte.tabela,
      (select string_agg(quote_literal(a), ', ' order by n) from unnest(fonte.argumentos) with ordinality u (a, n)));
  end loop;
end
$$;

-- When the zone changes, the rows whose day it moves are written anew.
create function indice.acompanhar_fuso() returns trigger language plpgsql as $$
declare
  fonte text;
begin
  foreach fonte in array array['noticia', 'comunicado'] loop
    execute format('select indice.refazer(%1$L, array_agg(chave)) from (
      select i.chave, row_number() over (order by i.id) / 1000 as parte from indice.item i join public.%1$I l on l.id::text = i.chave
       where i.tabela = %1$L and i.data <> (l.publicado_em at time zone public.fuso_da_instituicao())::date) p group by parte', fonte);
  end loop;
  return null;
end
$$;
create trigger indexar_fuso after update on public.configuracao_site
  for each row when (old.fuso_horario is distinct from new.fuso_horario) execute function indice.acompanhar_fuso();
create trigger indexar_fuso_ao_inserir after insert on public.configuracao_site
  for each row execute function indice.acompanhar_fuso();

-- No query reads the vector: the words of files are in the index of the search.
alter table public.arquivo drop column texto_tsv;

-- What is there already: rows whose words the views give otherwise than before.
do $$
declare
  fonte record;
begin
  for fonte in select * from (values
    ('documento', 'select d.id from public.documento d where d.contem_dado_pessoal or exists (
       select from public.documento_arquivo a join public.arquivo f on f.id = a.arquivo_id
        where a.documento_id = d.id and indice.sem_cpf(f.texto_extraido) <> f.texto_extraido)'),
    ('comunicado', 'select c.id from public.comunicado c where exists (
       select from public.comunicado_arquivo a join public.arquivo f on f.id = a.arquivo_id
        where a.comunicado_id = c.id and indice.sem_cpf(f.texto_extraido) <> f.texto_extraido)'),
    ('pagina', 'select id from public.pagina'),
    ('rota', 'select distinct destino from public.menu_item where destino_tipo = ''rota''')
  ) f (tabela, linhas) loop
    execute format('select indice.refazer(%L, array_agg(chave)) from (
      select l.id::text as chave, row_number() over (order by l.id) / 1000 as parte from (%s) l (id)) p group by parte', fonte.tabela, fonte.linhas);
  end loop;
end
$$;
