-- Words of a list are read as those of the search of the site are: "several words" stand together, and a -word is in no row.

-- What a list is asked for. An act is cited by its number and year (90/2026), which are two words of the act and in some texts one.
create function contagem.consulta(palavras text) returns tsquery language plpgsql stable as $$
declare
  inteiro text;
  querido text;
  consulta tsquery;
begin
  if palavras !~ '["“”„]|(^|\s)-\S|\d/\d' then
    return pg_catalog.plainto_tsquery('pg_catalog.portuguese', public.pt_fold(palavras));
  end if;
  inteiro := pg_catalog.translate(pg_catalog.regexp_replace(palavras, '[[:cntrl:]]', ' ', 'g'), '“”„', '"""');
  querido := pg_catalog.replace(pg_catalog.regexp_replace(inteiro, '(^|\s)-[^\s"-]\S*', ' ', 'g'), '"', ' ');
  consulta := pg_catalog.plainto_tsquery('pg_catalog.portuguese', public.pt_fold(querido));
  if querido ~ '\d/\d' then
    consulta := consulta || pg_catalog.plainto_tsquery('pg_catalog.portuguese',
      public.pt_fold(pg_catalog.regexp_replace(querido, '(\d)/(?=\d)', '\1 ', 'g')));
  end if;
  return consulta
    && coalesce((select pg_catalog.string_agg(f.frase::text, ' & ')::tsquery from pg_catalog.regexp_matches(inteiro, '"([^"]+)"', 'g') m
      cross join lateral (select pg_catalog.phraseto_tsquery('pg_catalog.portuguese', public.pt_fold(m[1]))) f (frase)
      where pg_catalog.numnode(f.frase) > 1), '')
    && coalesce(!! (select pg_catalog.string_agg('(' || f.fora::text || ')', ' | ')::tsquery from pg_catalog.regexp_matches(inteiro, '(?:^|\s)-([^\s"-]\S*)', 'g') m
      cross join lateral (select pg_catalog.plainto_tsquery('pg_catalog.portuguese', public.pt_fold(m[1]))) f (fora)
      where pg_catalog.numnode(f.fora) > 0), '');
end
$$;

-- With a sign there is no guess: a part of a word is only looked for where words alone were written.
do $$
declare
  troca text[];
  definicao text := pg_get_functiondef('contagem.encontrar(text, text, text, smallint[], integer[], tsquery, text)'::regprocedure);
begin
  foreach troca slice 1 in array array[
    ['pg_catalog.plainto_tsquery(''pg_catalog.portuguese'', public.pt_fold(palavras))', 'contagem.consulta(palavras)'],
    ['and partes is not null and', 'and partes is not null and palavras !~ ''["“”„]|(^|\s)-[^\s-]'' and']]
  loop
    if position(troca[1] in definicao) = 0 then
      raise exception 'contagem.encontrar is not the function that this migration changes';
    end if;
    definicao := replace(definicao, troca[1], troca[2]);
  end loop;
  execute definicao;
end
$$;
