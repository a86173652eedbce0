-- "Vyda" was not put right: trigrams of short words have too little in common, and how long they take grows with the words that there are. Words that
-- one letter makes of a word are some hundreds, and are looked up.

create index palavra_inicio on indice.palavra (dobrada text_pattern_ops);

-- A word as it would be with one letter left out, put in, changed or swapped with the next, with an "h" at the beginning or without, which is not heard. Of
-- up to five letters only such are changed as are mistaken for each other, and of four only a double one is left out: other changes make another
-- word ("carro" is not "cargo", "moto" is not "foto").
create function indice.a_uma_letra(palavra text) returns text[] language sql immutable strict parallel safe as $$
  with inteira as (select ltrim(palavra, 'h') as p, length(palavra) as letras),
  troca as (
    select distinct de, para
      from unnest(case when length(palavra) < 6 then array['aeiouy', 'cszx', 'ckq', 'gj', 'mn', 'lu', 'uvw'] else array['abcdefghijklmnopqrstuvwxyz'] end) g (grupo)
     cross join string_to_table(g.grupo, null) d (de) cross join string_to_table(g.grupo, null) a (para)),
  escrita (como) as (
    select p from inteira
    union all select left(p, i - 1) || substr(p, i + 1) from inteira cross join generate_series(1, length(p)) i
               where letras > 4 or substr(p, i, 1) = substr(p, i + 1, 1)
    union all select left(p, i) || letra || substr(p, i + 1)
                from inteira cross join generate_series(0, length(p)) i cross join string_to_table('abcdefghijklmnopqrstuvwxyz', null) l (letra)
    union all select left(p, i - 1) || t.para || substr(p, i + 1)
                from inteira cross join generate_series(1, length(p)) i join troca t on t.de = substr(p, i, 1)
    union all select left(p, i - 1) || substr(p, i + 1, 1) || substr(p, i, 1) || substr(p, i + 2) from inteira cross join generate_series(1, length(p) - 1) i)
  select array_agg(como) || array_agg('h' || como) from escrita
$$;

-- The written word that a word may have meant: one that begins with it, or the nearest, of those that a row that may be seen has. Of three letters
-- and less none may differ: these are acronyms ("PAI" is not "país"). Of up to seven one may, of more two: three changed letters make another word
-- ("estacionamento" is not "equacionamento").
-- The glossary's names are words as well, whether a row has them or not.
-- Of two words that are as near, the one that a page or a list is named by is meant ("conselho fical" is "fiscal", not "ficam").
-- The glossary is read from end to end, which is a forbidden scan as well: the plan would be compiled (jit) for it.
create or replace function indice.palavra_parecida(palavra text) returns text
language plpgsql stable set enable_seqscan = off set jit = off as $$
declare
  limite constant integer := least(2, length(palavra) / 4);
  proximas constant text[] := case when limite = 1 then indice.a_uma_letra(palavra) end;
  candidata record;
begin
  if limite = 0 then
    return null;
  end if;
  for candidata in
    select c.escrita, c.lexema from (
      (select p.dobrada, p.escrita, p.lexema, 0 as distancia from indice.palavra p
        where p.dobrada ~>=~ palavra_parecida.palavra and p.dobrada ~<~ (palavra_parecida.palavra || '~')
          and similarity(p.dobrada, palavra_parecida.palavra) >= 0.3
        order by length(p.dobrada), p.dobrada limit 3)
      union all
      select p.dobrada, p.escrita, p.lexema, indice.distancia(ltrim(p.dobrada, 'h'), ltrim(palavra_parecida.palavra, 'h')) from (
        select * from indice.palavra p
         where p.dobrada = any (proximas) and indice.som_inicial(p.dobrada) = indice.som_inicial(palavra_parecida.palavra)) p
      union all
      select p.dobrada, p.escrita, p.lexema, indice.distancia(ltrim(p.dobrada, 'h'), ltrim(palavra_parecida.palavra, 'h')) from (
        select * from indice.palavra p
         where limite = 2 and p.dobrada % palavra_parecida.palavra and indice.som_inicial(p.dobrada) = indice.som_inicial(palavra_parecida.palavra)
         order by similarity(p.dobrada, palavra_parecida.palavra) desc, p.dobrada limit 12) p
      union all
      select p.dobrada, p.escrita, (indice.em_ordem(p.escrita))[1], indice.distancia(ltrim(p.dobrada, 'h'), ltrim(palavra_parecida.palavra, 'h'))
        from public.termo_glossario t cross join lateral indice.palavras(concat_ws(' ', t.termo, array_to_string(t.sinonimos, ' '))) p
       where indice.som_inicial(p.dobrada) = indice.som_inicial(palavra_parecida.palavra)
         and (p.dobrada = any (proximas) or limite = 2 and abs(length(p.dobrada) - length(palavra_parecida.palavra)) <= limite)
    ) c
     where c.distancia <= limite and c.dobrada <> all (indice.vazias())
     order by c.distancia, not exists (select from indice.item i where i.ano is null and i.principal @@ (quote_literal(c.lexema) || ':A')::tsquery), abs(length(c.dobrada) - length(palavra_parecida.palavra)), c.dobrada
  loop
    if indice.conhecida(candidata.lexema) then
      return candidata.escrita;
    end if;
  end loop;
  return null;
end
$$;

-- The words with each that no row has put right: joined with its neighbour ("contra cheque"), which may be one word with a mistake ("contra cheqe"),
-- or as the nearest one. Null where all are known. A month of "03/2024" is written as such again. Of more than four unknown words the others stay:
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
      from (values (n - 1), (n)) l (lugar) join indice.palavra p on p.dobrada = any (indice.a_uma_letra(left(palavras[l.lugar] || palavras[l.lugar + 1], 41)))
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
