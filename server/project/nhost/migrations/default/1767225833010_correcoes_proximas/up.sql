-- A correction is near to what was written, and what no row has is known to be missing sooner.

-- The sound that a word begins with, which is seldom mistaken: "c" may be written for "s", not for "p".
create function indice.som_inicial(palavra text) returns text language sql immutable strict parallel safe
  return translate(left(ltrim(palavra, 'h'), 1), 'szkqxjy', 'cccccgi');

-- A row that may be seen has the word, or the glossary knows it as another name of something.
create function indice.conhecida(lexema text) returns boolean language sql stable
  return exists (select from indice.forma f where f.lexemas = array[lexema]) or indice.ha_com(lexema);

-- The written word that a word may have meant: one that begins with it, or the nearest, of those that a row that may be seen has. Of three letters and
-- less none may differ: these are acronyms ("PAI" is not "país"). Of up to seven one may, of up to eleven two, of more three. The glossary's names are words
-- as well, whether a row has them or not.
create or replace function indice.palavra_parecida(palavra text) returns text language plpgsql stable set enable_seqscan = off as $$
declare
  limite constant integer := least(3, length(palavra) / 4);
  candidata record;
begin
  if limite = 0 then
    return null;
  end if;
  for candidata in
    select c.escrita, c.lexema from (
      (select p.dobrada, p.escrita, p.lexema, 0 as distancia from indice.palavra p
        where p.dobrada % palavra_parecida.palavra and starts_with(p.dobrada, palavra_parecida.palavra) order by length(p.dobrada), p.dobrada limit 3)
      union all
      select p.dobrada, p.escrita, p.lexema, indice.distancia(p.dobrada, palavra_parecida.palavra) from (
        select * from indice.palavra p
         where p.dobrada % palavra_parecida.palavra and indice.som_inicial(p.dobrada) = indice.som_inicial(palavra_parecida.palavra)
         order by similarity(p.dobrada, palavra_parecida.palavra) desc, p.dobrada limit 12) p
      union all
      select p.dobrada, p.escrita, (indice.em_ordem(p.escrita))[1], indice.distancia(p.dobrada, palavra_parecida.palavra)
        from public.termo_glossario t cross join lateral indice.palavras(concat_ws(' ', t.termo, array_to_string(t.sinonimos, ' '))) p
       where indice.som_inicial(p.dobrada) = indice.som_inicial(palavra_parecida.palavra)
         and abs(length(p.dobrada) - length(palavra_parecida.palavra)) <= limite
    ) c
     where c.distancia <= limite and c.dobrada <> all (indice.vazias())
     order by c.distancia, abs(length(c.dobrada) - length(palavra_parecida.palavra)), c.dobrada
  loop
    if indice.conhecida(candidata.lexema) then
      return candidata.escrita;
    end if;
  end loop;
  return null;
end
$$;

do $$
declare
  antes text := pg_get_functiondef('indice.corrigir(text[], text[])'::regprocedure);
  depois text;
begin
  depois := replace(antes, 'or indice.ha_com(exatas[n]);', 'or indice.conhecida(exatas[n]);');
  if depois = antes then
    raise exception 'indice.corrigir is not the function that this migration changes';
  end if;
  execute depois;
end
$$;

do $$
declare
  antes text := pg_get_functiondef('indice.encontrar(tsquery, integer, integer)'::regprocedure);
  depois text;
begin
  depois := replace(antes, 'alvo := alvo * 3;', 'alvo := alvo * case when novos is null then 10 else 3 end;');
  if depois = antes then
    raise exception 'indice.encontrar is not the function that this migration changes';
  end if;
  execute depois;
end
$$;
