-- Where some rows have all words, a document that lacks one is behind those whose files have them all: words that two texts share are seldom what pages say.
do $$
declare
  antes text := pg_get_functiondef('public.buscar(text, text, text, integer, integer, integer)'::regprocedure);
  depois text := replace(antes, '(c.cobertura + 0.001) * (case when', 'greatest(c.cobertura, case when t.completa then 0.3 else 0.001 end) * (case when t.completa or modo = ''parte'' or i.tipo <> ''documento'' then 1 else 0.5 end)
             * (case when');
begin
  if depois = antes then
    raise exception 'buscar is not the function that this migration changes';
  end if;
  execute depois;
end
$$;
