-- One search over everything in the index: what a visitor writes becomes a query, the newest rows that answer it are ranked.

-- Words that ask or link and say nothing of what is looked for, as `indice.normalizar` leaves them.
create function indice.vazias() returns text[] language sql immutable parallel safe
  return string_to_array('a o e as os um uma de da do em na no para por com que qual quem como onde quando quanto custa n nr num numero
    esta estao sao ser seu sua meu minha eu me se ao pelo pela posso pode preciso quero fazer faz faco ter tem tenho vai foi mais sobre ver cai cair fica ficar sai sair vem devo deve deu
    achar encontrar existe favor gostaria saber consigo nao ja isso este essa cade consultar baixar pdf site', ' ');

-- "Segunda via" and "2ª via" are the same.
create function indice.ordinal(lexema text) returns text language sql immutable parallel safe as $$
  select case when lexema = o.numero then o.nome else o.numero end
    from (values ('primeir', '1'), ('segund', '2'), ('terceir', '3'), ('quart', '4'), ('quint', '5'), ('sext', '6')) o (nome, numero)
   where lexema in (o.nome, o.numero)
$$;

-- The month of an abbreviation, or of "m3" for the 03 of "03/2024".
create function indice.mes_de(palavra text) returns text language sql immutable parallel safe
  return indice.nome_do_mes(coalesce(
    array_position(array['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'], palavra),
    substring(palavra from '^m(\d\d?)$')::integer));

-- A lexeme and what else it may stand for: other names, a category, a month, a number, and longer words that begin with it.
create function indice.sentidos(lexema text, palavra text) returns text language sql stable as $$
  select string_agg(s.consulta, ' | ') from (
    select quote_literal(lexema) as consulta
    union all select quote_literal(substr(palavra, 2)) where palavra ~ '^m\d\d?$'
    union all select quote_literal(l) from unnest(indice.em_ordem(indice.mes_de(palavra))) l
    union all select quote_literal(indice.ordinal(lexema)) where indice.ordinal(lexema) is not null
    union all select f.consulta from indice.forma f where f.lexemas = array[lexema]
    union all (select quote_literal(p.lexema) from indice.palavra p
                where length(lexema) >= 5 and p.lexema ~>~ lexema and p.lexema ~<~ (lexema || '~')
                group by p.lexema order by length(p.lexema), p.lexema limit 8)
  ) s
$$;

-- What a text asks for. `unidades`: for each word, or name of several words, all that it may stand for; a result has all of them. `exatas`:
-- the words as they were written. `frases` and `fora`: what must stand together, and what must not be there.
create function indice.interpretar(q text, out palavras text[], out exatas text[], out unidades text[], out frases tsquery, out fora tsquery)
language plpgsql stable set enable_seqscan = off as $$
declare
  texto text;
  sentido text[];
  nome record;
  lugar integer := 1;
begin
  texto := translate(left(regexp_replace(lower(q), '[[:cntrl:]]', ' ', 'g'), 200), '“”„', '"""');
  select pg_catalog.string_agg(f.frase::text, ' & ')::tsquery into frases
    from regexp_matches(texto, '"([^"]+)"', 'g') m
    cross join lateral (select phraseto_tsquery('pg_catalog.portuguese', indice.normalizar(replace(m[1], '-', ' ')))) f (frase)
   where numnode(f.frase) > 1;
  select string_agg(quote_literal(l), ' | ')::tsquery into fora
    from regexp_matches(texto, '(?:^|\s)-([^\s"-]\S*)', 'g') m cross join lateral unnest(indice.em_ordem(m[1])) l;
  texto := regexp_replace(replace(regexp_replace(texto, '(^|\s)-[^\s"-]\S*', ' ', 'g'), '"', ' '), '\m0?(\d|1[0-2])/((?:19|20)\d\d)\M', 'm\1 \2', 'g');
  select coalesce(array_agg(t.palavra order by t.vez), '{}'), coalesce(array_agg(t.lexema order by t.vez), '{}') into palavras, exatas from (
    select p.palavra, v.lexema[1] as lexema, min(p.vez) as vez
      from regexp_split_to_table(regexp_replace(public.pt_sem_acento(texto), '[^a-z0-9.-]+', ' ', 'g'), ' ') with ordinality b (bruta, vez)
      cross join lateral (select case when exists (select from indice.palavra where dobrada = replace(b.bruta, '-', ''))
        then replace(b.bruta, '-', '') else replace(b.bruta, '-', ' ') end) c (inteira)
      cross join lateral (select x, b.vez * 100 + n from regexp_split_to_table(trim(indice.normalizar(c.inteira)), ' ') with ordinality s (x, n)) p (palavra, vez)
      cross join lateral (select indice.em_ordem(case when p.palavra ~ '^m\d\d?$' then indice.mes_de(p.palavra) else p.palavra end)) v (lexema)
     where cardinality(v.lexema) = 1 and p.palavra <> all (indice.vazias())
     group by 1, 2 order by 3 limit 12) t;
  select array_agg('(' || indice.sentidos(e, palavras[n]) || ')' order by n) into sentido from unnest(exatas) with ordinality u (e, n);
  unidades := '{}';
  -- From each place the longest name of several words that begins there.
  while lugar <= cardinality(exatas) loop
    select cardinality(f.lexemas) as comprimento, string_agg(distinct f.consulta, ' | ') as consulta into nome
      from indice.forma f
     where f.lexemas[1] = exatas[lugar] and cardinality(f.lexemas) > 1 and f.lexemas = exatas[lugar:lugar + cardinality(f.lexemas) - 1]
     group by 1 order by 1 desc limit 1;
    if nome.comprimento is null then
      unidades := unidades || sentido[lugar];
      lugar := lugar + 1;
    else
      unidades := unidades || ('((' || array_to_string(sentido[lugar:lugar + nome.comprimento - 1], ' & ') || ') | ' || nome.consulta || ')');
      lugar := lugar + nome.comprimento;
    end if;
  end loop;
end
$$;

-- Ids of the newest visible rows that answer a query, beside those without a date. Months are looked at from the newest on, in windows that
-- grow, until there are enough: a search reads about as many rows as it may return, however many have the words.
-- Only the index of the words can serve here, whatever the statistics say. A plan is compiled (jit) for its cost, which forbidden scans raise.
create function indice.encontrar(consulta tsquery, exercicio integer, maximo integer) returns bigint[]
language plpgsql stable set jit = off set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  hoje date := public.hoje();
  encontrados bigint[] := '{}';
  novos bigint[];
  janela text[] := '{}';
  linhas numeric := 0;
  alvo integer := 2000;
  parte record;
begin
  for parte in
    with anos as (
      select p.ano, sum(p.total) / 12 + 1 as por_mes from contagem.publicados p where p.ano = coalesce(exercicio, p.ano) group by p.ano),
    -- A year of few rows is one part, one of many is twelve. What has no date comes first.
    partes as (
      select ano, 0 as mes, '#' || ano as nome, por_mes * 12 as estimativa from anos where por_mes < 100
      union all select ano, mes, '#' || ano || '-' || mes, por_mes from anos cross join generate_series(1, 12) mes where por_mes >= 100
      union all select 32767, 0, '#0', 0 where exercicio is null)
    select p.nome, p.estimativa, row_number() over (order by ano, mes) = 1 as ultima from partes p order by ano desc, mes desc
  loop
    janela := janela || quote_literal(parte.nome);
    linhas := linhas + parte.estimativa;
    continue when linhas < alvo and not parte.ultima;
    select array_agg(id) into novos from (
      select i.id from indice.item i
       where i.termos @@ (consulta && array_to_string(janela, '|')::tsquery)
         and (i.dia is null or i.dia <= hoje) and (i.desde is null or i.desde <= now()) and (i.ate is null or i.ate > now())
         and i.categoria not in (select slug from public.categoria_documento where not ativo)
       order by i.data desc nulls first, i.id desc limit maximo - cardinality(encontrados)) n;
    encontrados := encontrados || coalesce(novos, '{}');
    exit when cardinality(encontrados) >= maximo;
    janela := '{}';
    linhas := 0;
    alvo := alvo * 3;
  end loop;
  return encontrados;
end
$$;

create function indice.juntar(partes text[], sinal text) returns tsquery language sql immutable parallel safe
  return (select string_agg(p, sinal) from unnest(partes) p)::tsquery;

-- How many letters two words differ by: left out, put in, changed or swapped with the next.
create function indice.distancia(uma text, outra text) returns integer language plpgsql immutable strict parallel safe as $$
declare
  anterior integer[];
  linha integer[] := array(select generate_series(0, length(outra)));
  penultima integer[];
begin
  for i in 1 .. length(uma) loop
    penultima := anterior;
    anterior := linha;
    linha := array[i];
    for j in 1 .. length(outra) loop
      linha[j + 1] := least(anterior[j + 1] + 1, linha[j] + 1, anterior[j] + (substr(uma, i, 1) <> substr(outra, j, 1))::integer);
      if i > 1 and j > 1 and substr(uma, i, 1) = substr(outra, j - 1, 1) and substr(uma, i - 1, 1) = substr(outra, j, 1) then
        linha[j + 1] := least(linha[j + 1], penultima[j - 1] + 1);
      end if;
    end loop;
  end loop;
  return linha[length(outra) + 1];
end
$$;

-- The written word that a word may have meant: one that begins with it, or the nearest. A third of the letters may differ.
create function indice.palavra_parecida(palavra text) returns text language sql stable set enable_seqscan = off as $$
  select c.escrita from (
    (select p.dobrada, p.escrita, 0 as distancia from indice.palavra p
      where p.dobrada % palavra_parecida.palavra and starts_with(p.dobrada, palavra_parecida.palavra) order by length(p.dobrada) limit 1)
    union all
    select p.dobrada, p.escrita, indice.distancia(p.dobrada, palavra_parecida.palavra) from (
      select * from indice.palavra p where p.dobrada % palavra_parecida.palavra
       order by similarity(p.dobrada, palavra_parecida.palavra) desc, p.dobrada limit 12) p
  ) c
   where c.distancia <= greatest(1, length(palavra_parecida.palavra) / 3)
   order by c.distancia, abs(length(c.dobrada) - length(palavra_parecida.palavra)), c.dobrada limit 1
$$;

-- The words with each that no row has put right: joined with its neighbour ("contra cheque"), or as the nearest one. Null where all are known.
create function indice.corrigir(palavras text[], exatas text[]) returns text language plpgsql stable set enable_seqscan = off as $$
declare
  corrigidas text[] := palavras;
  vizinha record;
  melhor text;
begin
  for n in 1 .. cardinality(palavras) loop
    continue when palavras[n] !~ '^[a-z]{3,}$' or corrigidas[n] is distinct from palavras[n]
      or exists (select from indice.palavra where lexema = exatas[n]) or cardinality(indice.encontrar(quote_literal(exatas[n])::tsquery, null, 1)) > 0;
    select p.escrita, l.lugar into vizinha
      from (values (n - 1), (n)) l (lugar) join indice.palavra p on p.dobrada = palavras[l.lugar] || palavras[l.lugar + 1] limit 1;
    if found then
      corrigidas[vizinha.lugar] := vizinha.escrita;
      corrigidas[vizinha.lugar + 1] := '';
    else
      melhor := indice.palavra_parecida(palavras[n]);
      corrigidas[n] := coalesce(melhor, palavras[n]);
    end if;
  end loop;
  return case when corrigidas <> palavras then array_to_string(array_remove(corrigidas, ''), ' ') end;
end
$$;

-- Text of a row, for an excerpt of it.
create function indice.texto_de(tabela text, chave text) returns text language plpgsql stable as $$
begin
  return case tabela
    when 'documento' then (select string_agg(f.texto_extraido, chr(12) order by a.ordem, f.id)
      from public.documento_arquivo a join public.arquivo f on f.id = a.arquivo_id where a.documento_id = chave::bigint)
    when 'noticia' then (select public.texto_de_html(corpo_html) from public.noticia where id = chave::bigint)
    when 'comunicado' then (select public.texto_de_html(corpo_html) from public.comunicado where id = chave::bigint)
    when 'pagina' then (select public.texto_de_html(corpo_html) from public.pagina where id = chave::bigint)
  end;
end
$$;

-- Where a row has the first of the words that its summary lacks, and on which page of its files (form feeds end pages). The fold keeps the
-- number of letters, so that a place in it is a place in the text.
create function indice.trecho(tabela text, chave text, resumo text, faltam text[], out trecho text, out pagina integer) language plpgsql stable as $$
declare
  texto text;
  lugar integer;
  inicio integer;
begin
  trecho := resumo;
  if cardinality(faltam) = 0 then return; end if;
  texto := indice.texto_de(tabela, chave);
  lugar := regexp_instr(indice.sem_acento(indice.minusculas(texto)),
    '\m(' || (select string_agg(regexp_replace(f, '\W', '', 'g'), '|') from unnest(faltam) f) || ')');
  if coalesce(lugar, 0) = 0 then return; end if;
  inicio := greatest(1, lugar - 80);
  pagina := length(left(texto, lugar)) - length(replace(left(texto, lugar), chr(12), '')) + 1;
  if tabela <> 'documento' or (pagina = 1 and strpos(texto, chr(12)) = 0) then pagina := null; end if;
  trecho := trim(regexp_replace(case when inicio > 1 then regexp_replace(substr(texto, inicio, 300), '^\S*\s', '… ') else substr(texto, 1, 300) end, '\s+', ' ', 'g'));
  if length(texto) > inicio + 300 then trecho := regexp_replace(trecho, '\s\S*$', ' …'); end if;
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

create function public.buscar(
  texto text, tipo text default '', categoria text default '', ano integer default 0, limite integer default 10, deslocamento integer default 0
) returns setof public.resultado_da_busca language plpgsql stable rows 10 set jit = off as $$
-- The index is kept by triggers of other tables, which are named here, because a change of them changes the results: documento, noticia,
-- comunicado, pagina, pergunta_frequente, faq_categoria, servico, unidade, contato, pessoa, membro_orgao, orgao_colegiado, menu_item,
-- categoria_documento, secao_lai, arquivo, documento_arquivo, comunicado_arquivo, termo_glossario.
declare
  pedido record;
  exercicio integer := nullif(ano, 0);
  filtros text[];
  partes text;
  encontrados bigint[] := '{}';
  maximo integer := contagem.maximo_encontrado();
  modo text := 'todas';
  corrigida text;
  exatas tsquery;
  no_titulo text[];
  algumas tsquery;
begin
  select * into pedido from indice.interpretar(texto);
  filtros := array_remove(array['!(' || pedido.fora::text || ')', quote_literal('%' || nullif(buscar.tipo, '')),
    quote_literal('@' || nullif(buscar.categoria, ''))], null);
  if cardinality(pedido.unidades) > 0 then
    encontrados := indice.encontrar(indice.juntar(pedido.unidades || filtros, ' & '), exercicio, maximo);
  end if;
  if cardinality(encontrados) = 0 and cardinality(pedido.unidades) > 0 and pedido.frases is null then
    corrigida := indice.corrigir(pedido.palavras, pedido.exatas);
    if corrigida is not null then
      modo := 'corrigida';
      select * into pedido from indice.interpretar(corrigida);
      encontrados := indice.encontrar(indice.juntar(pedido.unidades || filtros, ' & '), exercicio, maximo);
    end if;
  end if;
  -- Few have all the words: those that lack one of three or more come as well, and of two those that have either.
  if cardinality(encontrados) < 5 and cardinality(pedido.unidades) > 1 and pedido.frases is null then
    if cardinality(encontrados) = 0 and modo = 'todas' then modo := 'parte'; end if;
    select '(' || string_agg('(' || array_to_string(case when cardinality(pedido.unidades) = 2 then pedido.unidades[n:n]
        else pedido.unidades[:n - 1] || pedido.unidades[n + 1:] end, ' & ') || ')', ' | ') || ')'
      into partes from generate_series(1, cardinality(pedido.unidades)) n;
    encontrados := indice.encontrar(indice.juntar(filtros || partes, ' & '), exercicio, 200);
    if cardinality(encontrados) = 0 then
      encontrados := indice.encontrar(indice.juntar(filtros || ('(' || array_to_string(pedido.unidades, ' | ') || ')'), ' & '), exercicio, 200);
    end if;
  end if;
  -- A phrase is looked for in the newest rows that have its words: no index tells where words stand.
  if pedido.frases is not null then
    encontrados := array(select i.id from indice.item i where i.id = any (encontrados) and i.termos @@ pedido.frases);
  end if;
  -- "3/2025" may be March or a number.
  no_titulo := array(select case when p ~ '^m\d\d?$' then '(' || quote_literal(e) || ':A | ' || quote_literal(substr(p, 2)) || ':A)' else quote_literal(e) || ':A' end
    from unnest(pedido.palavras, pedido.exatas) u (p, e));
  exatas := indice.juntar(array(select quote_literal(e) from unnest(pedido.exatas) e), ' | ');
  algumas := indice.juntar(pedido.unidades, ' | ');
  return query
    with notas as materialized (
      select i.id, i.data, i.tipo, i.ano, i.categoria,
             (3 * ts_rank('{0.05, 0.2, 0.5, 1}', i.principal, exatas, 1) + 2 * ts_rank('{0.05, 0.2, 0.5, 1}', i.principal, algumas, 1) + 0.01)
             * (0.5 + n.titulo ^ 2 * (1.5 + n.quantas / greatest(i.comprimento, n.quantas, 1)) + (n.titulo = 1 and n.quantas >= i.comprimento)::integer)
             * (case when cardinality(encontrados) > 200 then 1 else (select avg((i.termos @@ u::tsquery)::integer) from unnest(pedido.unidades) u) ^ 2 end)
             * i.fator / (1 + coalesce(greatest(0, current_date - i.data), 0) / 4000.0)
             * (case when i.vale_ate < current_date then 0.7 else 1 end) as nota
        from indice.item i
        cross join lateral (
          select count(*)::real as quantas, count(*)::real / cardinality(pedido.exatas) as titulo
            from unnest(no_titulo) e where i.principal @@ e::tsquery) n
       where i.id = any (encontrados)
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
           i.vale_ate is null or i.vale_ate >= current_date, cardinality(encontrados), modo, corrigida, array_to_string(pedido.exatas, ' '),
           (select c.rotulo_curto from public.categoria_documento c where c.slug = i.categoria),
           case when v.vez = (select min(vez) from pagina) then f.contagens end
      from (select 1) um left join pagina v on true left join lateral (select * from indice.item r where r.id = v.id limit 1) i on true cross join facetas f
      left join lateral indice.trecho(i.tabela, i.chave, i.resumo,
        array(select e from unnest(pedido.exatas) e where not i.principal @@ quote_literal(e)::tsquery)) t on true
     order by v.vez;
end
$$;
