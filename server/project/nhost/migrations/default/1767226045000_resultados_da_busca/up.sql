-- One search over everything in the index: the rows that answer a query are ranked by how much of what was asked they are about (decision 0144).

-- How much a word tells: the fewer pages, services and lists have it, the more. Numbers and months are in everything that has a date.
-- A plan of PL/pgSQL is kept, and with it the words of the months.
create function indice.pesos(exatas text[], amplas text[]) returns float8[]
language plpgsql stable set jit = off set enable_seqscan = off as $$
begin
  return array(select ln(1 + 400.0::float8 / (1 + case
      when e ~ '^(19|20)\d\d$' then 37
      when e ~ '^\d' or e = any (indice.palavras_de_mes()) then 50
      else greatest(4, (select count(*) from (select from indice.item i where i.ano is null and i.principal @@ a::tsquery limit 60) d)) end))
    from unnest(exatas, amplas) with ordinality u (e, a, n) order by n);
end
$$;

-- Texts of a row, for an excerpt of it, in the order in which a reader meets them.
create function indice.textos_de(tabela text, chave text) returns setof text language plpgsql stable as $$
begin
  case tabela
    when 'documento' then return query select f.texto_extraido from public.documento d join public.documento_arquivo a on a.documento_id = d.id
      join public.arquivo f on f.id = a.arquivo_id where d.id = chave::bigint and not d.contem_dado_pessoal order by a.ordem, f.id;
    when 'comunicado' then return query select indice.texto_de_html(corpo_html) from public.comunicado where id = chave::bigint;
      return query select f.texto_extraido from public.comunicado_arquivo a join public.arquivo f on f.id = a.arquivo_id
        where a.comunicado_id = chave::bigint order by a.ordem, f.id;
    when 'noticia' then return query select indice.texto_de_html(corpo_html) from public.noticia where id = chave::bigint;
    when 'pagina' then return query select indice.texto_de_html(corpo_html) from public.pagina where id = chave::bigint;
    else return;
  end case;
end
$$;

-- Where a row has the first of the words that its summary lacks, and on which page of that file (form feeds end pages). The fold keeps the
-- number of letters, so that a place in it is a place in the text. Around the excerpt more is read, so that no number is cut before it is masked.
create function indice.trecho(tabela text, chave text, resumo text, faltam text[], out trecho text, out pagina integer)
language plpgsql stable as $$
declare
  margem constant integer := 40;
  texto text;
  lugar integer;
  inicio integer;
begin
  trecho := resumo;
  if cardinality(faltam) = 0 then return; end if;
  for texto in select t from indice.textos_de(tabela, chave) t loop
    lugar := regexp_instr(indice.sem_acento(indice.minusculas(texto)),
      '\m(' || (select string_agg(regexp_replace(f, '\W', '', 'g'), '|') from unnest(faltam) f) || ')');
    exit when lugar > 0;
  end loop;
  if coalesce(lugar, 0) = 0 then return; end if;
  if strpos(texto, chr(12)) > 0 then
    pagina := length(left(texto, lugar)) - length(replace(left(texto, lugar), chr(12), '')) + 1;
  end if;
  inicio := greatest(1, lugar - 80 - margem);
  trecho := indice.sem_cpf(substr(texto, inicio, 300 + 2 * margem));
  if inicio > 1 then trecho := regexp_replace(substr(trecho, margem + 1), '^\S*\s', '… '); end if;
  if length(trecho) > 300 then trecho := regexp_replace(left(trecho, 300), '\s\S*$', ' …'); end if;
  trecho := trim(regexp_replace(trecho, '\s+', ' ', 'g'));
end
$$;

-- A result of the search. Only a function returns such rows. `modo` tells what answered: `todas` the words, `parte` of them, or `corrigida`,
-- another writing of them. `facetas`: how many results each kind, year and category has. A search that finds nothing, and a page behind the
-- last one, have one row without a key.
create view public.resultado_da_busca as
  select null::integer as posicao, null::text as tabela, null::text as chave, null::text as tipo, null::text as categoria, null::text as destino,
         null::text as titulo, null::text as trecho, null::integer as pagina, null::date as data, null::boolean as em_vigor, null::integer as total,
         null::text as modo, null::text as corrigida, null::text as lexemas, null::text as rotulo, null::jsonb as facetas
   where false;

-- A corrected word may be one that says nothing ("sitte", "site"): then there is nothing to look for, and filters alone find nothing.
-- Rows that only have the words somewhere in their texts do not count as many, however many they are. Those that have all the words stay, however
-- old, when those that have some of them come as well; more than 200 rows may have all, and no LIMIT may be negative. Where fewer than five are found
-- so, those come with any of the words in their title.
-- A row is worth something for having all of the words; where some have them, a document that lacks one is behind those whose files have them all:
-- words that two texts share are seldom what pages say. A page is not worth less for all that it says besides.
-- What a row is worth is worked out in float8: powers of type numeric take ten microseconds each, half of what it costs to rank a thousand rows.
-- Queries are cast once, not for each row. The day is that of the institution, not that of the server.
-- To plan a statement of the search costs more than to run it, and with forbidden scans the server would plan each anew: no plan seems cheaper than
-- another. All that the search calls runs with the plans that its session has made once.
create function public.buscar(
  texto text, tipo text default '', categoria text default '', ano integer default 0, limite integer default 10, deslocamento integer default 0
) returns setof public.resultado_da_busca language plpgsql stable rows 10 set jit = off set plan_cache_mode = force_generic_plan as $$
-- The index is kept by triggers of other tables, which are named here, because a change of them changes the results: documento, noticia,
-- comunicado, pagina, pergunta_frequente, faq_categoria, servico, unidade, contato, pessoa, membro_orgao, orgao_colegiado, menu_item,
-- categoria_documento, secao_lai, arquivo, documento_arquivo, comunicado_arquivo, termo_glossario.
declare
  pedido record;
  exercicio integer := nullif(ano, 0);
  filtros text[];
  partes text;
  encontrados tid[] := '{}';
  sem_data tid[] := '{}';
  maximo integer := contagem.maximo_encontrado();
  modo text := 'todas';
  corrigida text;
  todas tsquery;
  pesos float8[];
  peso_de_todas float8;
  pedidas_por_nome text[];
  comecados integer;
  so_completas boolean;
begin
  select * into pedido from indice.interpretar(texto);
  filtros := array_remove(array['!(' || pedido.fora::text || ')', quote_literal('%' || nullif(regexp_replace(buscar.tipo, '[^[:alnum:]_-]', '', 'g'), '')),
    quote_literal('@' || nullif(regexp_replace(buscar.categoria, '[^[:alnum:]_-]', '', 'g'), ''))], null);
  if cardinality(pedido.unidades) > 0 then
    encontrados := indice.encontrar(indice.juntar(pedido.unidades || filtros, ' & '), exercicio, maximo);
  end if;
  if cardinality(encontrados) = 0 and cardinality(pedido.unidades) > 0 and pedido.frases is null then
    corrigida := indice.corrigir(pedido.palavras, pedido.exatas);
    if corrigida is not null then
      modo := 'corrigida';
      select * into pedido from indice.interpretar(corrigida);
      if cardinality(pedido.unidades) > 0 then
        encontrados := indice.encontrar(indice.juntar(pedido.unidades || filtros, ' & '), exercicio, maximo);
      end if;
    end if;
  end if;
  todas := indice.juntar(pedido.unidades, ' & ');
  -- A name of several words that no row has is asked for by its words.
  if cardinality(encontrados) = 0 and cardinality(pedido.unidades) = 1 and cardinality(pedido.exatas) > 1 and pedido.frases is null then
    pedido.unidades := array(select quote_literal(e) from unnest(pedido.exatas) e);
  end if;
  comecados := cardinality(encontrados);
  -- Of what people mostly look for those come that have any of the words. Where few rows have all of them where it counts, so do those that lack one of three or
  -- more, of two those that have either, and news that are named by any.
  if cardinality(pedido.exatas) > 1 and exercicio is null and pedido.frases is null then
    sem_data := indice.encontrar_sem_data(indice.juntar(pedido.amplas, ' | '), indice.juntar(filtros, ' & '));
  end if;
  if cardinality(pedido.unidades) > 1 and pedido.frases is null
     and (select count(*) from (select from indice.item i where i.ctid = any (encontrados) and i.principal @@ todas limit 5) p) < 5 then
    if cardinality(encontrados) = 0 and modo = 'todas' then modo := 'parte'; end if;
    -- Of a long text its own words count, not all that they may stand for.
    partes := indice.todas_menos_uma(case when cardinality(pedido.unidades) > 5 then array(select quote_literal(e) from unnest(pedido.exatas) e) else pedido.unidades end);
    encontrados := encontrados || array(select e from unnest(indice.encontrar(indice.juntar(filtros || partes, ' & '), exercicio, 200)) e
        where e <> all (encontrados) limit greatest(0, 200 - cardinality(encontrados)));
    if cardinality(encontrados) < 5 and modo = 'parte' then
      encontrados := encontrados || array(select e from unnest(indice.encontrar(indice.juntar(
        filtros || (select '(' || string_agg(quote_literal(p) || ':A', ' | ') || ')' from unnest(pedido.exatas) p), ' & '), exercicio, 200)) e
        where e <> all (encontrados) limit greatest(0, 200 - cardinality(encontrados)));
    end if;
    encontrados := encontrados || array(select e from unnest(indice.encontrar(indice.juntar(filtros || '(''%noticia'' | ''%comunicado'')'::text
      || ('(' || (select string_agg(indice.no_campo(a, 'AB')::text, ' | ') from unnest(pedido.amplas) a) || ')'), ' & '), exercicio, 100)) e
      where e <> all (encontrados));
    if cardinality(encontrados) = 0 and cardinality(sem_data) = 0 then
      encontrados := indice.encontrar(indice.juntar(filtros || ('(' || array_to_string(pedido.unidades, ' | ') || ')'), ' & '), exercicio, 200);
    end if;
  end if;
  -- A phrase is looked for in the newest rows that have its words: no index tells where words stand.
  if pedido.frases is not null then
    encontrados := array(select i.ctid from indice.item i where i.ctid = any (encontrados) and i.termos @@ pedido.frases);
  end if;
  -- What was found by all the words has them, and need not be asked again.
  so_completas := modo <> 'parte' and cardinality(encontrados) = comecados and cardinality(sem_data) = 0;
  encontrados := encontrados || array(select e from unnest(sem_data) e where e <> all (encontrados));
  pesos := indice.pesos(pedido.exatas, pedido.amplas);
  -- "Lei da prova de vida" is after a law.
  pedidas_por_nome := array(select f.chave from indice.forma f where f.tabela = 'categoria_documento' and f.lexemas in (select array[e] from unnest(pedido.exatas) e) and cardinality(pedido.exatas) > 1);
  peso_de_todas := greatest(1, (select sum(p) from unnest(pesos) p));
  return query
    with pedidas as materialized (
      select p.peso / peso_de_todas as peso, p.exata ~ '^(19|20)\d\d$' as de_ano, p.propria::tsquery as propria, indice.no_campo(p.propria, 'A') as no_titulo, indice.no_campo(p.propria, 'B') as no_resumo,
             p.ampla::tsquery as ampla, indice.no_campo(p.ampla, 'A') as ampla_no_titulo, indice.no_campo(p.ampla, 'B') as ampla_no_resumo
        from unnest(pesos, pedido.exatas, pedido.proprias, pedido.amplas) p (peso, exata, propria, ampla)
    ), lidas as materialized (
      -- What a row is worth is the share of what was asked that it is about: most in its title, least in the texts of its files, and the word itself more than what
      -- it stands for. A title that says little else is worth more, and so is what is new, in force, or of a kind that most look for.
      select i.id, i.data, i.tipo, i.ano, i.categoria, t.completa,
             greatest(c.cobertura, case when t.completa then 0.3 else 0.001 end) * (case when t.completa or modo = 'parte' or i.tipo <> 'documento' then 1 else 0.5 end)
             * (case when i.principal @@ todas then 1.1::float8 when t.completa then 1.05 else 1 end) * (case when c.de_outro_ano then 0.8::float8 else 1 end)
             * (case when i.tipo = 'documento' and i.categoria = any (pedidas_por_nome) then 1.1::float8 else 1 end)
             * i.fator ^ 0.5 * (1 + 12 * c.quantas / greatest(i.comprimento, c.quantas, 1) + 250 * (c.quantas > 0 and c.quantas >= i.comprimento)::integer) ^ 0.09
             / (1 + coalesce(greatest(0, (select public.hoje()) - i.data), 0) / 170.0::float8) ^ 0.085
             * (case when i.vale_ate < (select public.hoje()) then 0.77::float8 else 1 end) as nota
        from indice.item i
        cross join lateral (select so_completas or i.termos @@ todas as completa) t
        cross join lateral (
          select coalesce(sum(p.peso * v.vale), 0) as cobertura, count(*) filter (where v.vale = 1)::real as quantas, coalesce(bool_or(p.de_ano and v.vale < 0.5), false) as de_outro_ano
            from pedidas p cross join lateral (
              select case when i.principal @@ p.no_titulo then 1::float8 when i.principal @@ p.ampla_no_titulo then 0.95 when i.principal @@ p.no_resumo then 0.67
                when i.principal @@ p.propria then 0.4 when i.principal @@ p.ampla_no_resumo then 0.33 when i.principal @@ p.ampla then 0.1
                when i.termos @@ p.propria then 0.14 when i.termos @@ p.ampla then 0.07 else 0 end as vale) v) c
       where i.ctid = any (encontrados)
    ), notas as materialized (
      -- Beside rows that have all words those that are hardly about any of them would only be many.
      select * from lidas l where l.completa or l.nota >= 0.3 * (select max(nota) from lidas)
    ), pagina as (
      select n.id, row_number() over (order by n.nota desc, n.data desc nulls last, n.id desc) as vez from notas n
       order by n.nota desc, n.data desc nulls last, n.id desc limit greatest(0, least(limite, 50)) offset greatest(0, least(deslocamento, 1000))
    ), facetas as (
      select jsonb_build_object(
        'tipos', (select jsonb_agg(jsonb_build_object('valor', t.tipo, 'total', t.n) order by t.n desc, t.tipo)
          from (select n.tipo, count(*) as n from notas n group by 1) t),
        'anos', (select jsonb_agg(jsonb_build_object('valor', t.ano::text, 'total', t.n) order by t.ano desc)
          from (select n.ano, count(*) as n from notas n where n.ano is not null group by 1) t),
        'categorias', (select jsonb_agg(jsonb_build_object('valor', c.slug, 'rotulo', c.rotulo_curto, 'total', t.n) order by t.n desc, c.slug)
          from (select n.categoria, count(*) as n from notas n where n.categoria <> '' group by 1) t
          join public.categoria_documento c on c.slug = t.categoria)
      ) as contagens
    )
    select v.vez::integer, i.tabela, i.chave, i.tipo, i.categoria, i.destino, i.titulo, t.trecho, t.pagina, i.data,
           i.vale_ate is null or i.vale_ate >= (select public.hoje()), (select count(*)::integer from notas), modo, corrigida, array_to_string(pedido.exatas, ' '),
           (select c.rotulo_curto from public.categoria_documento c where c.slug = i.categoria),
           case when v.vez = (select min(vez) from pagina) then f.contagens end
      from (select 1) um left join pagina v on true left join lateral (select * from indice.item r where r.id = v.id limit 1) i on true cross join facetas f
      left join lateral indice.trecho(i.tabela, i.chave, i.resumo,
        array(select e from unnest(pedido.exatas) e where not i.principal @@ quote_literal(e)::tsquery)) t on true
     order by v.vez;
end
$$;
