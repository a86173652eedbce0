-- Searches as people ask them, in sentences: which words say something, what they stand for, and rows ranked by how much of what was asked they are about
-- (decision 0144).

-- Words that ask, link or are about the visitor.
create or replace function indice.vazias() returns text[] language sql immutable parallel safe
  return regexp_split_to_array('a o e as os um uma de da do em na no para por com que qual quais quem como onde quando quanto quantos quantas custa n nr num numero
    esta estao sao ser seu sua meu minha eu me se ao pelo pela posso pode preciso precisa quero fazer faz faco ter tem tenho vai foi mais sobre ver cai cair
    fica ficar sai sair vem devo deve deu achar encontrar existe existem favor gostaria saber consigo nao ja isso este essa cade consultar baixar pdf site
    todo toda meus minhas estou era vou vamos pra pro vc voce dos das lista relacao funciona ultimo ultima ultimos ultimas recente recentes atual atuais
    nosso nossa nossos nossas esse esses essas aquele aquela ele ela eles elas lhe te seus suas sou somos estava tinha temos houve havia consegue conseguem
    conseguir podem podemos queria querer ir vao tirar pegar fez feito algum alguma qualquer tudo nada aqui la ainda agora hoje pq q oq tb tbm vcs ola oi obrigado
    gente sei sabe acho mesmo cada ate desde tambem dele dela deles delas uns umas foram sera serao seria faria sido sendo fazendo tendo ajuda comecar comeca', '\s+');

-- On its own site the names of the institution and of its city say nothing either.
create or replace function indice.nome_da_casa() returns text[] language sql stable
  return 'instituto'::text || (
    select string_to_array(indice.normalizar(concat_ws(' ', c.sigla, regexp_replace(c.ente, '^\S+ d[aeo] ', ''))), ' ') from public.configuracao_site c where c.id = 1);

-- A verb and the noun of what it does have stems of their own: "criar" and "criação", "pagar" and "pagamento".
create function indice.derivadas(palavra text) returns text[] language sql immutable parallel safe
  return case
    when palavra ~ '[a-z]{2}(acao|amento)$' then indice.em_ordem(regexp_replace(palavra, '(acao|amento)$', 'ar'))
    when palavra ~ '[a-z]{2}uicao$' then indice.em_ordem(regexp_replace(palavra, 'uicao$', 'uir'))
    when palavra ~ '[a-z]{2}isao$' then indice.em_ordem(regexp_replace(palavra, 'isao$', 'isar'))
    when palavra ~ '[a-z]{3}imento$' then indice.em_ordem(regexp_replace(palavra, 'imento$', 'er'))
    when palavra ~ '[a-z]{3}isar$' then indice.em_ordem(regexp_replace(palavra, 'isar$', 'isao'))
    when palavra ~ '[a-z]{3}uir$' then indice.em_ordem(regexp_replace(palavra, 'uir$', 'uicao'))
    when palavra ~ '[a-z]{3}ar$' then indice.em_ordem(regexp_replace(palavra, 'ar$', 'acao')) || indice.em_ordem(regexp_replace(palavra, 'ar$', 'amento'))
    else '{}' end;

-- A name of the glossary has its other names there, and needs no derived ones ("procuração" is not "procure").
do $$
declare
  antes text := pg_get_functiondef('indice.sentidos(text, text)'::regprocedure);
  depois text := replace(antes, '    union all (select quote_literal(p.lexema) from indice.palavra p', '    union all select quote_literal(d) from unnest(indice.derivadas(palavra)) d
               where not exists (select from unnest(formas) l join indice.forma f on f.lexemas = array[l])
    union all (select quote_literal(p.lexema) from indice.palavra p');
begin
  if depois = antes then
    raise exception 'indice.sentidos is not the function that this migration changes';
  end if;
  execute depois;
  -- Three changed letters make another word ("estacionamento" is not "equacionamento").
  antes := pg_get_functiondef('indice.palavra_parecida(text)'::regprocedure);
  depois := replace(antes, 'least(3, length(palavra) / 4)', 'least(2, length(palavra) / 4)');
  -- An "h" at the beginning is not heard ("olerit").
  depois := replace(depois, 'indice.distancia(p.dobrada, palavra_parecida.palavra)', 'indice.distancia(ltrim(p.dobrada, ''h''), ltrim(palavra_parecida.palavra, ''h''))');
  if position('least(2, length' in depois) = 0 or position('ltrim(p.dobrada' in depois) = 0 then
    raise exception 'indice.palavra_parecida is not the function that this migration changes';
  end if;
  execute depois;
end
$$;

-- What a search asks for. `unidades` is what a row must have, `proprias` each word or the other names of the name that it is a part of, `amplas` all that it
-- may stand for.
drop function indice.interpretar(text);
create function indice.interpretar(q text, out palavras text[], out exatas text[], out unidades text[], out proprias text[], out amplas text[], out frases tsquery, out fora tsquery)
language plpgsql stable set enable_seqscan = off as $$
declare
  texto text;
  sentido text[];
  nome record;
  mudas boolean[];
  restam integer[];
  usadas integer[];
  feitas integer[];
  vazias text[] := indice.vazias() || indice.nome_da_casa();
begin
  unidades := '{}';
  proprias := '{}';
  amplas := '{}';
  texto := translate(left(regexp_replace(lower(q), '[[:cntrl:]]', ' ', 'g'), 200), '“”„', '"""');
  select pg_catalog.string_agg(f.frase::text, ' & ')::tsquery into frases
    from regexp_matches(texto, '"([^"]+)"', 'g') m
    cross join lateral (select phraseto_tsquery('pg_catalog.portuguese', indice.normalizar(replace(m[1], '-', ' ')))) f (frase)
   where numnode(f.frase) > 1;
  select string_agg(quote_literal(l), ' | ')::tsquery into fora
    from regexp_matches(texto, '(?:^|\s)-([^\s"-]\S*)', 'g') m cross join lateral unnest(indice.em_ordem(m[1])) l;
  texto := regexp_replace(replace(regexp_replace(texto, '(^|\s)-[^\s"-]\S*', ' ', 'g'), '"', ' '), '\m0?(\d|1[0-2])/((?:19|20)\d\d)\M', 'mes\1 \2', 'g');
  select coalesce(array_agg(t.palavra order by t.vez), '{}'), coalesce(array_agg(t.lexema order by t.vez), '{}'), coalesce(array_agg(t.nada and not t.todas order by t.vez), '{}')
    into palavras, exatas, mudas from (
    select p.palavra, v.lexema[1] as lexema, min(p.vez) as vez, n.nada, bool_and(n.nada) over () as todas
      from regexp_split_to_table(regexp_replace(public.pt_sem_acento(texto), '[^a-z0-9.-]+', ' ', 'g'), ' ') with ordinality b (bruta, vez)
      cross join lateral (select case when exists (select from indice.palavra where dobrada = replace(b.bruta, '-', ''))
        then replace(b.bruta, '-', '') else replace(b.bruta, '-', ' ') end) c (inteira)
      cross join lateral (select x, b.vez * 100 + n from regexp_split_to_table(trim(indice.normalizar(c.inteira)), ' ') with ordinality s (x, n)) p (palavra, vez)
      cross join lateral (select indice.em_ordem(case when p.palavra ~ '^mes\d\d?$' then indice.mes_de(p.palavra) else p.palavra end)) v (lexema)
      cross join lateral (select p.palavra = any (vazias) or b.bruta = any (vazias)) n (nada)
     where cardinality(v.lexema) = 1 group by 1, 2, 4) t;
  -- Each word begins the longest name that it makes with words behind it; one other word may stand between them ("abono salarial natalino"). A word that
  -- says nothing may be a part of a name ("quanto tempo demora"), and is left out otherwise.
  restam := array(select n from generate_subscripts(exatas, 1) n order by 1);
  usadas := '{}';
  while cardinality(restam) > 0 and cardinality(usadas) < 8 loop
    select f.lexemas, string_agg(distinct f.consulta, ' | ') as consulta into nome
      from indice.forma f
     where f.lexemas[1] = exatas[restam[1]] and cardinality(f.lexemas) > 1
       and f.lexemas <@ array(select exatas[r] from unnest(restam[:cardinality(f.lexemas) + 1]) r)
     group by 1 order by cardinality(f.lexemas) desc, f.lexemas = array(select exatas[r] from unnest(restam[:cardinality(f.lexemas)]) r) desc, 1 limit 1;
    feitas := case when nome.lexemas is not null then array(select r from unnest(restam[:cardinality(nome.lexemas) + 1]) r where exatas[r] = any (nome.lexemas))
      when mudas[restam[1]] then '{}' else restam[:1] end;
    if cardinality(feitas) > 0 then
      sentido := array(select '(' || indice.sentidos(exatas[r], palavras[r]) || ')' from unnest(feitas) with ordinality u (r, n) order by n);
      unidades := unidades || case when nome.lexemas is null then sentido[1] else '((' || array_to_string(sentido, ' & ') || ') | ' || nome.consulta || ')' end;
      amplas := amplas || case when nome.lexemas is null then sentido else array(select '(' || s || ' | ' || nome.consulta || ')' from unnest(sentido) with ordinality u (s, n) order by n) end;
      -- "3/2025" may be March or a number.
      proprias := proprias || array(select case when nome.lexemas is not null then '(' || quote_literal(exatas[r]) || ' | ' || nome.consulta || ')'
          when palavras[r] ~ '^mes\d\d?$' then '(' || quote_literal(exatas[r]) || ' | ' || quote_literal(substr(palavras[r], 4)) || ')'
          else quote_literal(exatas[r]) end from unnest(feitas) with ordinality u (r, n) order by n);
      usadas := usadas || feitas;
    end if;
    restam := array(select r from unnest(restam) r where r <> all (feitas || restam[1]) order by 1);
  end loop;
  palavras := array(select palavras[r] from unnest(usadas) with ordinality u (r, n) order by n);
  exatas := array(select exatas[r] from unnest(usadas) with ordinality u (r, n) order by n);
end
$$;

-- The words of a query where they stand with one of these weights.
create function indice.no_campo(consulta text, campo text) returns tsquery language sql immutable parallel safe
  return regexp_replace(consulta, '(''(?:[^'']|'''')+'')', '\1:' || campo, 'g')::tsquery;

-- Pages, services, questions, lists, units and people with any of the words. They are few, and what a sentence is mostly after.
create function indice.encontrar_sem_data(consulta tsquery, filtros tsquery) returns bigint[] language sql stable set jit = off set enable_seqscan = off
  return array(select i.id from indice.item i
    where i.ano is null and i.principal @@ consulta and (filtros is null or i.termos @@ filtros)
      and (i.dia is null or i.dia <= public.hoje()) and (i.desde is null or i.desde <= now()) and (i.ate is null or i.ate > now())
      and i.categoria not in (select slug from public.categoria_documento where not ativo)
    limit 300);

-- How much a word tells: the fewer pages, services and lists have it, the more. Numbers and months are in everything that has a date.
create function indice.pesos(exatas text[], amplas text[]) returns float8[] language sql stable set jit = off set enable_seqscan = off
  return array(select ln(1 + 400.0 / (1 + case
      when e ~ '^(19|20)\d\d$' then 37
      when e ~ '^\d' or e = any (array(select l from generate_series(1, 12) m cross join lateral unnest(indice.em_ordem(indice.nome_do_mes(m))) l)) then 50
      else greatest(4, (select count(*) from (select from indice.item i where i.ano is null and i.principal @@ a::tsquery limit 60) d)) end))
    from unnest(exatas, amplas) with ordinality u (e, a, n) order by n);

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
  encontrados bigint[] := '{}';
  sem_data bigint[] := '{}';
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
     and (select count(*) from (select from indice.item i where i.id = any (encontrados) and i.principal @@ todas limit 5) p) < 5 then
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
    encontrados := array(select i.id from indice.item i where i.id = any (encontrados) and i.termos @@ pedido.frases);
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
             (c.cobertura + 0.001) * (case when i.principal @@ todas then 1.1 when t.completa then 1.05 else 1 end) * (case when c.de_outro_ano then 0.8 else 1 end)
             * (case when i.tipo = 'documento' and i.categoria = any (pedidas_por_nome) then 1.1 else 1 end)
             * i.fator ^ 0.5 * (1 + 12 * c.quantas / greatest(i.comprimento, c.quantas, 1) + 250 * (c.quantas > 0 and c.quantas >= i.comprimento)::integer) ^ 0.09
             / (1 + coalesce(greatest(0, (select public.hoje()) - i.data), 0) / 170.0) ^ 0.085
             * (case when i.vale_ate < (select public.hoje()) then 0.77 else 1 end) as nota
        from indice.item i
        cross join lateral (select so_completas or i.termos @@ todas as completa) t
        cross join lateral (
          select coalesce(sum(p.peso * v.vale), 0) as cobertura, count(*) filter (where v.vale = 1)::real as quantas, coalesce(bool_or(p.de_ano and v.vale < 0.5), false) as de_outro_ano
            from pedidas p cross join lateral (
              select case when i.principal @@ p.no_titulo then 1 when i.principal @@ p.ampla_no_titulo then 0.95 when i.principal @@ p.no_resumo then 0.67
                when i.principal @@ p.propria then 0.4 when i.principal @@ p.ampla_no_resumo then 0.33 when i.principal @@ p.ampla then 0.1
                when i.termos @@ p.propria then 0.14 when i.termos @@ p.ampla then 0.07 else 0 end as vale) v) c
       where i.id = any (encontrados)
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
