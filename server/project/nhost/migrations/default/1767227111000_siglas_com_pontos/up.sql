-- "C.R.P." was three words of one letter, which no row has together; the acronym is written without dots everywhere else. Of two letters the dots stay:
-- in "S.A." texts have them, and both sides of a search read them alike.
create or replace function indice.interpretar(
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
  texto := regexp_replace(texto, '(?<=\m[a-z])\.(?=[a-z]\.[a-z]\M)|(?<=\m[a-z]\.[a-z])\.(?=[a-z]\M)', '', 'g');
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
