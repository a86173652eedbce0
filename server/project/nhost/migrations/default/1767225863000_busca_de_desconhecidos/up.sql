-- Searches that another stranger tried: one that failed, acts about persons that came first, and "s" written for "z".

-- Portuguese speaks both alike at the end of a word ("invalides"), and folding has taken the "s" for a plural.
do $$
declare
  antes text := pg_get_functiondef('indice.sentidos(text, text)'::regprocedure);
  depois text := replace(antes, 'else ''{}'' end;', 'else ''{}'' end
    || case when palavra ~ ''[a-z]{4}[aeiou]$'' and (exists (select from indice.palavra p where p.dobrada = palavra || ''z'')
       or exists (select from indice.forma f where f.lexemas = indice.em_ordem(palavra || ''z''))) then indice.em_ordem(palavra || ''z'') else ''{}'' end;');
begin
  if depois = antes then
    raise exception 'indice.sentidos is not the function that this migration changes';
  end if;
  execute depois;
end
$$;

-- An act about a person has the words of an occupation, an office and a law. Who looks for a person writes the name, which is in its title.
do $$
declare
  antes text := pg_get_viewdef('indice.fonte_documento'::regclass);
  depois text := regexp_replace(antes, '\)::real AS fator', ' * CASE WHEN d.contem_dado_pessoal THEN 0.65 ELSE 1 END)::real AS fator');
begin
  if depois = antes then
    raise exception 'indice.fonte_documento is not the view that this migration changes';
  end if;
  execute 'create or replace view indice.fonte_documento as ' || depois;
end
$$;
update indice.item i set fator = 0.65 * i.fator from public.documento d where i.tabela = 'documento' and i.chave = d.id::text and d.contem_dado_pessoal;

-- Where more than 200 rows had all the words in their texts alone, and hardly any by its name, the search for those with some of the words ended in
-- "LIMIT must not be negative".
do $$
declare
  antes text := pg_get_functiondef('public.buscar(text, text, text, integer, integer, integer)'::regprocedure);
  depois text := replace(antes, 'limit 200 - cardinality(encontrados))', 'limit greatest(0, 200 - cardinality(encontrados)))');
begin
  if depois = antes then
    raise exception 'buscar is not the function that this migration changes';
  end if;
  execute depois;
end
$$;
