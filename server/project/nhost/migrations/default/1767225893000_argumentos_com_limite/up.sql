-- What anybody may pass to the functions of the public was as long as a request may be. A month of 200,000,000 made `relatorio_de_casos` count to there,
-- a year that was named a thousand times made `listar` read its rows as often, and words of a megabyte were all looked for. A server cancels such a
-- statement after five seconds; the database in process cannot, and was ended with everything that waited for it.
do $$
declare
  muda record;
  antes text;
  depois text;
begin
  for muda in select * from (values
    ('public.relatorio_de_casos(text, text, integer, integer)'::regprocedure, E'begin\n  if lista is null then',
     E'begin\n  de := least(greatest(de, 1), 12);\n  ate := least(greatest(coalesce(ate, 12), 1), 12);\n  if lista is null then'),
    -- As many characters as the search of everything reads.
    ('public.listar(text, text, text, text, text, text, integer, integer, integer, text, text)', E'begin\n  select * into fonte',
     E'begin\n  palavras := left(palavras, 200);\n  select * into fonte'),
    -- Each year once, and of those that were asked for the ones that have rows.
    ('public.listar(text, text, text, text, text, text, integer, integer, integer, text, text)',
     E'lista_de_anos is null or a.ano = any (lista_de_anos);\n  end if;\n',
     E'lista_de_anos is null or a.ano = any (lista_de_anos);\n    lista_de_anos := case when lista_de_anos is not null then coalesce(com_linhas, lista_de_anos) end;\n  end if;\n'),
    ('public.promover(text)', 'public.pt_fold(promover.palavras)', 'public.pt_fold(left(promover.palavras, 200))')
  ) f (funcao, de, para) loop
    antes := pg_get_functiondef(muda.funcao);
    depois := replace(antes, muda.de, muda.para);
    if depois = antes then
      raise exception '% is not the function that this migration changes', muda.funcao;
    end if;
    execute depois;
  end loop;
end
$$;
