-- A page or a news item that has a word in its text alone was shown with its summary, in which nobody found the word: now with the part of the text that
-- has it. Documents stay as they were: what they are summed up by is in the index with their names, and their texts are long.

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
create or replace function public.buscar(
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
        array(select e from unnest(pedido.exatas) e
          where not i.principal @@ (quote_literal(e) || case i.tabela when 'documento' then '' else ':AB' end)::tsquery)) t on true
     order by v.vez;
end
$$;

-- The words with each that no row has put right: joined with its neighbour ("contra cheque"), which may be one
-- long word with a mistake ("contra cheqe"; "pa.gov" is not "pago"), or as the nearest one. Null where all are known. A month of "03/2024" is written as such again. Of more than four unknown words the others stay:
-- such a text is no mistyped one.
create or replace function indice.corrigir(palavras text[], exatas text[]) returns text language plpgsql stable set enable_seqscan = off as $$
declare
  corrigidas text[] := palavras;
  vizinha record;
  desconhecidas integer := 0;
begin
  for n in 1 .. cardinality(palavras) loop
    continue when palavras[n] !~ '^[a-z]{3,}$' or corrigidas[n] is distinct from palavras[n] or indice.conhecida(exatas[n]);
    desconhecidas := desconhecidas + 1;
    exit when desconhecidas > 4;
    select p.escrita, l.lugar into vizinha
      from (values (n - 1), (n)) l (lugar) join indice.palavra p on p.dobrada = any (case
       when length(palavras[l.lugar] || palavras[l.lugar + 1]) < 8 then array[palavras[l.lugar] || palavras[l.lugar + 1]]
       else indice.a_uma_letra(left(palavras[l.lugar] || palavras[l.lugar + 1], 41)) end)
     where indice.ha_com(p.lexema)
     order by indice.distancia(p.dobrada, palavras[l.lugar] || palavras[l.lugar + 1]) limit 1;
    if found then
      corrigidas[vizinha.lugar] := vizinha.escrita;
      corrigidas[vizinha.lugar + 1] := '';
    else
      corrigidas[n] := coalesce(indice.palavra_parecida(palavras[n]), palavras[n]);
    end if;
  end loop;
  return case when corrigidas <> palavras then (
    select string_agg(coalesce(indice.mes_de(p), p), ' ' order by n)
      from regexp_split_to_table(regexp_replace(array_to_string(array_remove(corrigidas, ''), ' '), '\mmes(\d\d?) ((?:19|20)\d\d)\M', '\1/\2', 'g'), ' ')
        with ordinality s (p, n)) end;
end
$$;
