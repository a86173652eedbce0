-- What a visitor writes becomes a query: which words say something, and what they stand for (decision 0144).

create function indice.juntar(partes text[], sinal text) returns tsquery language sql immutable parallel safe
  return (select string_agg(p, sinal) from unnest(partes) p)::tsquery;

-- The words of a query where they stand with one of these weights.
create function indice.no_campo(consulta text, campo text) returns tsquery language sql immutable parallel safe
  return regexp_replace(consulta, '(''(?:[^'']|'''')+'')', '\1:' || campo, 'g')::tsquery;

-- All of these, or all but one. Halves keep it short: each alternative of a query is compared with each row.
create function indice.todas_menos_uma(unidades text[]) returns text language plpgsql immutable parallel safe as $$
declare
  meio integer := cardinality(unidades) / 2;
  antes text[] := unidades[:meio];
  depois text[] := unidades[meio + 1:];
begin
  if cardinality(unidades) = 2 then
    return '(' || unidades[1] || ' | ' || unidades[2] || ')';
  elsif cardinality(unidades) = 3 then
    return '(' || unidades[1] || ' & (' || unidades[2] || ' | ' || unidades[3] || ') | ' || unidades[2] || ' & ' || unidades[3] || ')';
  end if;
  return '(' || indice.todas_menos_uma(antes) || ' & ' || array_to_string(depois, ' & ') || ' | '
    || array_to_string(antes, ' & ') || ' & ' || indice.todas_menos_uma(depois) || ')';
end
$$;

-- Words that ask, link or are about the visitor, and say nothing of what is looked for, as `indice.normalizar` leaves them. They are parted by any
-- white space, line ends too.
create function indice.vazias() returns text[] language sql immutable parallel safe
  return regexp_split_to_array(
    'a o e as os um uma de da do em na no para por com que qual quais quem como onde quando quanto quantos quantas custa n nr num numero
    esta estao sao ser seu sua meu minha eu me se ao pelo pela posso pode preciso precisa quero fazer faz faco ter tem tenho vai foi mais sobre ver cai cair
    fica ficar sai sair vem devo deve deu achar encontrar existe existem favor gostaria saber consigo nao ja isso este essa cade consultar baixar pdf site
    todo toda meus minhas estou era vou vamos pra pro vc voce dos das lista relacao funciona ultimo ultima ultimos ultimas recente recentes atual atuais
    nosso nossa nossos nossas esse esses essas aquele aquela ele ela eles elas lhe te seus suas sou somos estava tinha temos houve havia consegue conseguem
    conseguir podem podemos queria querer ir vao tirar pegar fez feito algum alguma qualquer tudo nada aqui la ainda agora hoje pq q oq tb tbm vcs ola oi obrigado
    gente sei sabe acho mesmo cada ate desde tambem dele dela deles delas uns umas foram sera serao seria faria sido sendo fazendo tendo ajuda comecar comeca', '\s+');

-- On its own site the names of the institution and of its city say nothing either.
create function indice.nome_da_casa() returns text[] language sql stable
  return 'instituto'::text || (
    select string_to_array(indice.normalizar(concat_ws(' ', c.sigla, regexp_replace(c.ente, '^\S+ d[aeo] ', ''))), ' ')
      from public.configuracao_site c where c.id = 1);

-- "Segunda via" and "2ª via" are the same.
create function indice.ordinal(lexema text) returns text language sql immutable parallel safe as $$
  select case when lexema = o.numero then o.nome else o.numero end
    from (values ('primeir', '1'), ('segund', '2'), ('terceir', '3'), ('quart', '4'), ('quint', '5'), ('sext', '6')) o (nome, numero)
   where lexema in (o.nome, o.numero)
$$;

-- A verb and the noun of what it does have stems of their own: "criar" and "criação", "pagar" and "pagamento".
create function indice.derivadas(palavra text) returns text[] language sql immutable parallel safe
  return case
    when palavra ~ '[a-z]{2}(acao|amento)$' then indice.em_ordem(regexp_replace(palavra, '(acao|amento)$', 'ar'))
    when palavra ~ '[a-z]{2}uicao$' then indice.em_ordem(regexp_replace(palavra, 'uicao$', 'uir'))
    when palavra ~ '[a-z]{2}isao$' then indice.em_ordem(regexp_replace(palavra, 'isao$', 'isar'))
    when palavra ~ '[a-z]{3}imento$' then indice.em_ordem(regexp_replace(palavra, 'imento$', 'er'))
    when palavra ~ '[a-z]{3}isar$' then indice.em_ordem(regexp_replace(palavra, 'isar$', 'isao'))
    when palavra ~ '[a-z]{3}uir$' then indice.em_ordem(regexp_replace(palavra, 'uir$', 'uicao'))
    when palavra ~ '[a-z]{3}ar$' then indice.em_ordem(regexp_replace(palavra, 'ar$', 'acao'))
      || indice.em_ordem(regexp_replace(palavra, 'ar$', 'amento'))
    else '{}' end;

-- What a word stands for: itself, other names, a category, a month, a number, and, of one that is no word, longer words that begin with it.
-- Words in "r" and "z" have another stem in the plural ("parecer", "pareceres").
-- "S" may be written for "z": Portuguese speaks both alike at the end of a word ("invalides"), and folding has taken the "s" for a plural.
-- A name of the glossary has its other names there, and needs no derived ones ("procuração" is not "procure").
-- What has no year is of the present one: pages, services, lists and people answer "conselho fiscal 2026" as well.
-- It is called for each word, and is in PL/pgSQL because of a function in SQL no plan is kept.
create function indice.sentidos(lexema text, palavra text) returns text language plpgsql stable as $$
declare
  formas text[] := array[lexema] || case when palavra ~ '[aeo]r$|[aeiou]z$' then indice.em_ordem(palavra || 'es')
    when palavra ~ '([aeo]r|[aeiou]z)e$' then indice.em_ordem(left(palavra, -1)) else '{}' end
    || case when palavra ~ '[a-z]{4}[aeiou]$' and (exists (select from indice.palavra p where p.dobrada = palavra || 'z')
       or exists (select from indice.forma f where f.lexemas = indice.em_ordem(palavra || 'z'))) then indice.em_ordem(palavra || 'z') else '{}' end;
begin
  return (select string_agg(s.consulta, ' | ') from (
    select quote_literal(l) as consulta from unnest(formas) l
    union all select quote_literal('#0') where palavra = extract(year from public.hoje())::text
    union all select quote_literal(substr(palavra, 4)) where palavra ~ '^mes\d\d?$'
    union all select quote_literal(l) from unnest(indice.em_ordem(indice.mes_de(palavra))) l
    union all select quote_literal(indice.ordinal(lexema)) where indice.ordinal(lexema) is not null
    union all select f.consulta from unnest(formas) l join indice.forma f on f.lexemas = array[l]
    union all select quote_literal(d) from unnest(indice.derivadas(palavra)) d
               where not exists (select from unnest(formas) l join indice.forma f on f.lexemas = array[l])
    union all (select quote_literal(p.lexema) from indice.palavra p
                where length(sentidos.lexema) >= 5 and not exists (select from indice.palavra k where k.lexema = sentidos.lexema) and p.lexema ~>~ sentidos.lexema and p.lexema ~<~ (sentidos.lexema || '~')
                group by p.lexema order by length(p.lexema), p.lexema limit 8)
  ) s);
end
$$;

-- What a search asks for. `unidades`: for each word, or name of several words, all that it may stand for; a row must have all of them.
-- `exatas`: the words as they were written.
-- `proprias`: each word, or the other names of the name that it is a part of. `amplas`: all that each word may stand for.
-- `frases` and `fora`: what must stand together, and what must not be there.
-- Words that say nothing are taken only where there is no other.
-- "03/2024" is kept as "mes3 2024". Of a sentence up to eight words are taken: those that tell most of it are fewer, and each costs as much as its
-- rows are many.
create function indice.interpretar(
  q text, out palavras text[], out exatas text[], out unidades text[], out proprias text[], out amplas text[], out frases tsquery, out fora tsquery
) language plpgsql stable set enable_seqscan = off as $$
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
