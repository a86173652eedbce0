-- How the index of the search is kept: rows are written anew when a table changes that their words come from, and writers that meet wait
-- for each other.

create function indice.textos(tabela text, chaves text[]) returns text language sql stable as $$
  select string_agg(concat_ws(' ', i.titulo, i.resumo, i.outros), ' ') from indice.item i where i.tabela = textos.tabela and i.chave = any (chaves)
$$;

-- Writes the rows of the index of these rows of a table anew: those that are no longer there go, and what did not change is not written.
create function indice.refazer(tabela text, chaves text[]) returns void language plpgsql as $$
declare
  antes text[];
  depois text[];
  escritas text[];
  tipo text := case when tabela in ('categoria_documento', 'rota') then 'text' else 'bigint' end;
begin
  select array_agg(p.dobrada) into antes from indice.palavras(indice.textos(tabela, chaves)) p;
  execute format($sql$
    with fonte as materialized (
      select tabela, chave, tipo, categoria, ano, data, dia, desde, ate, vale_ate, fator, indice.sem_cpf(titulo) as titulo, indice.sem_cpf(resumo) as resumo, destino,
             indice.para_indexar(a) as a, indice.para_indexar(b) as b, indice.para_indexar(c) as c, indice.para_indexar(d) as d
        from indice.fonte_%1$s where origem = any ($1::%2$s[])),
    retirados as (
      delete from indice.item i where i.tabela = %1$L and i.chave = any ($1) and not exists (select from fonte f where f.chave = i.chave)
    ),
    novos as (
      select f.tabela, f.chave, f.tipo, f.categoria, f.ano, f.data, f.dia, f.desde, f.ate, f.vale_ate, f.fator, f.titulo, f.resumo, nullif(f.a, f.titulo) as outros, f.destino, cardinality(indice.em_ordem(f.a)) as comprimento, v.principal,
             v.principal || indice.lexemas(f.d) || array_to_tsvector(array_remove(array['%%' || f.tipo, '#' || coalesce(f.ano, 0),
               '#' || f.ano || '-' || extract(month from f.data)], null)) as termos
        from fonte f
        cross join lateral (select indice.lexemas(f.a, 'A') || indice.lexemas(f.b, 'B') || indice.lexemas(f.c, 'C')
          || (case when f.categoria = '' then '' else quote_literal('@' || f.categoria) || ':1B' end)::tsvector as principal) v
    )
    insert into indice.item as i (tabela, chave, tipo, categoria, ano, data, dia, desde, ate, vale_ate, fator, titulo, resumo, outros, destino, comprimento, principal, termos)
    select * from novos order by chave
    on conflict (tabela, chave) do update set tipo = excluded.tipo, categoria = excluded.categoria, ano = excluded.ano, data = excluded.data,
      dia = excluded.dia, desde = excluded.desde, ate = excluded.ate, vale_ate = excluded.vale_ate, fator = excluded.fator, titulo = excluded.titulo, resumo = excluded.resumo, outros = excluded.outros,
      destino = excluded.destino, comprimento = excluded.comprimento, principal = excluded.principal, termos = excluded.termos
    where (i.tipo, i.categoria, i.ano, i.data, i.dia, i.desde, i.ate, i.vale_ate, i.fator, i.titulo, i.resumo, i.outros, i.destino, i.termos)
      is distinct from (excluded.tipo, excluded.categoria, excluded.ano, excluded.data, excluded.dia, excluded.desde, excluded.ate, excluded.vale_ate, excluded.fator,
        excluded.titulo, excluded.resumo, excluded.outros, excluded.destino, excluded.termos)$sql$, tabela, tipo) using chaves;
  select array_agg(p.dobrada), array_agg(p.escrita) into depois, escritas from indice.palavras(indice.textos(tabela, chaves)) p;
  insert into indice.palavra
    select n.dobrada, n.escrita, v.lexemas[1]
      from unnest(depois, escritas) n (dobrada, escrita) cross join lateral (select indice.em_ordem(n.escrita)) v (lexemas)
     where not exists (select from indice.palavra p where p.dobrada = n.dobrada) and cardinality(v.lexemas) = 1 order by n.dobrada
  on conflict do nothing;
  delete from indice.palavra p where p.dobrada = any (antes) and p.dobrada <> all (coalesce(depois, '{}'))
    and not exists (select from indice.item i where i.termos @@ quote_literal(p.lexema)::tsquery);
end
$$;

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

-- Arguments: pairs of a table of the index and SQL of the keys of its rows that the changed rows (`linhas`) are part of. The rows of a table of its
-- own are held by who changes them. A file that a new link leads to keeps its text until the link is there.
create function indice.acompanhar() returns trigger language plpgsql as $$
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

create function indice.esvaziar() returns trigger language plpgsql as $$
begin
  -- Rows of menus are in the index by what they lead to.
  delete from indice.item where tabela = case tg_table_name when 'menu_item' then 'rota' else tg_table_name end;
  return null;
end
$$;

-- Changes of these tables write rows of the index anew. Below a changed item of a menu hang others, which it shows or hides.
do $$
declare
  abaixo text := 'with recursive abaixo as (select id, destino_tipo, destino from linhas union
    select m.id, m.destino_tipo, m.destino from public.menu_item m join abaixo p on p.id = m.pai_id) ';
  fonte record;
  evento text[];
begin
  for fonte in select * from (values
    ('documento', array['documento', 'select id from linhas union select substitui_documento_id from linhas'], null::text[]),
    ('documento_arquivo', array['documento', 'select documento_id from linhas'], null),
    ('comunicado', array['comunicado', 'select id from linhas'], null),
    ('comunicado_arquivo', array['comunicado', 'select comunicado_id from linhas'], null),
    ('noticia', array['noticia', 'select id from linhas'], null),
    ('pagina', array['pagina', 'select id from linhas'], null),
    ('pergunta_frequente', array['pergunta_frequente', 'select id from linhas'], null),
    ('faq_categoria', array['pergunta_frequente', 'select p.id from linhas l join public.pergunta_frequente p on p.categoria_id = l.id'], null),
    ('servico', array['servico', 'select id from linhas'], null),
    ('unidade', array['unidade', 'select id from linhas'], null),
    ('contato', array['unidade', 'select unidade_id from linhas',
      'rota', 'select ''/contato/faleConosco'' from linhas where unidade_id is null'], null),
    ('pessoa', array['membro_orgao', 'select m.id from linhas l join public.membro_orgao m on m.pessoa_id = l.id',
      'unidade', 'select u.id from linhas l join public.unidade u on u.titular_pessoa_id = l.id',
      'rota', 'select indice.rota_do_orgao(o.chave) from linhas l join public.membro_orgao m on m.pessoa_id = l.id'
        || ' join public.orgao_colegiado o on o.id = m.orgao_id'], null),
    ('membro_orgao', array['membro_orgao', 'select id from linhas',
      'rota', 'select indice.rota_do_orgao(o.chave) from linhas l join public.orgao_colegiado o on o.id = l.orgao_id'], null),
    ('orgao_colegiado', array['membro_orgao', 'select m.id from linhas l join public.membro_orgao m on m.orgao_id = l.id',
      'rota', 'select indice.rota_do_orgao(chave) from linhas'], null),
    ('menu_item', array['rota', 'select destino from linhas where destino_tipo = ''rota''',
      'pagina', 'select p.id from linhas l join public.pagina p on p.slug = l.destino where l.destino_tipo = ''pagina'''],
      array['rota', abaixo || 'select destino from abaixo where destino_tipo = ''rota''',
      'pagina', abaixo || 'select p.id from abaixo l join public.pagina p on p.slug = l.destino where l.destino_tipo = ''pagina''']),
    ('categoria_documento', array['categoria_documento', 'select slug from linhas'], null)
  ) f (tabela, argumentos, da_alteracao) loop
    foreach evento slice 1 in array array[['insert', 'new table as depois', 'insercao'],
      ['update', 'old table as antes new table as depois', 'alteracao'], ['delete', 'old table as antes', 'exclusao']] loop
      execute format('create trigger indexar_%s after %s on public.%I referencing %s for each statement execute function indice.acompanhar(%s)',
        evento[3], evento[1], fonte.tabela, evento[2], (
          select string_agg(quote_literal(a), ', ' order by n)
            from unnest(case evento[1] when 'update' then coalesce(fonte.da_alteracao, fonte.argumentos) else fonte.argumentos end)
              with ordinality u (a, n)));
    end loop;
    execute format('create trigger indexar_esvaziamento after truncate on public.%I for each statement execute function indice.esvaziar()',
      fonte.tabela);
  end loop;
end
$$;

-- The name of a section is among the words of its lists.
create trigger indexar_alteracao after update on public.secao_lai referencing old table as antes new table as depois for each statement
  execute function indice.acompanhar('categoria_documento', 'select c.slug from linhas l join public.categoria_documento c on c.secao_id = l.id');

-- A file changes its text seldom: only then its rows are written anew.
create function indice.acompanhar_arquivo() returns trigger language plpgsql as $$
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
create trigger indexar_alteracao after update on public.arquivo
  referencing old table as antes new table as depois for each statement execute function indice.acompanhar_arquivo();

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

create function indice.conjuncao(lexemas text[]) returns text language sql immutable parallel safe
  return (select string_agg(quote_literal(l), ' & ') from unnest(lexemas) l);

-- Two who change the glossary at once write one after the other.
create function indice.anotar_termos() returns trigger language plpgsql as $$
begin
  lock table indice.forma in share row exclusive mode;
  delete from indice.forma where tabela = 'termo_glossario';
  insert into indice.forma
  with nomes as (
    select distinct t.id, indice.em_ordem(replace(n.nome, '-', s.sinal)) as lexemas
      from public.termo_glossario t cross join lateral unnest(t.sinonimos || array[t.termo, t.sigla]) n (nome) cross join (values (''), (' ')) s (sinal)
     where n.nome is not null)
  select 'termo_glossario', a.id::text, a.lexemas, string_agg('(' || indice.conjuncao(b.lexemas) || ')', ' | ')
    from nomes a join nomes b on b.id = a.id and b.lexemas <> a.lexemas
   where cardinality(a.lexemas) > 0 and cardinality(b.lexemas) > 0
   group by a.id, a.lexemas;
  return null;
end
$$;
create trigger anotar_termos after insert or update or delete or truncate on public.termo_glossario
  for each statement execute function indice.anotar_termos();

-- Of the name of a list only its first word stands for the list ("pareceres", "DAIR"), and its short name as a whole. "Fiscal" or "previdência"
-- alone do not.
create function indice.anotar_categorias() returns trigger language plpgsql as $$
begin
  lock table indice.forma in share row exclusive mode;
  delete from indice.forma where tabela = 'categoria_documento';
  insert into indice.forma
  select distinct 'categoria_documento', c.slug, f.lexemas, quote_literal('@' || c.slug)
    from public.categoria_documento c cross join lateral (
      select (indice.em_ordem(c.rotulo))[:1] union select (indice.em_ordem(c.rotulo_curto))[:1] union select indice.em_ordem(c.rotulo_curto)) f (lexemas)
   where c.ativo and cardinality(f.lexemas) > 0;
  return null;
end
$$;
create trigger anotar_categorias after insert or update or delete or truncate on public.categoria_documento
  for each statement execute function indice.anotar_categorias();

-- What the index of the search holds from the start: the lists. The other tables whose rows it has are empty, and their rows come by the triggers.
select indice.refazer('categoria_documento', array_agg(slug)) from public.categoria_documento;
-- The trigger of a statement notes the names of all lists, whether the statement changes a row or not.
update public.categoria_documento set slug = slug where false;
