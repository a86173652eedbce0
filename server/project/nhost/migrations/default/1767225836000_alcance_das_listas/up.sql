-- A file of a list asks for its rows by their place. Past the row 100,000 `listar` answered the same hundred rows again, so the file of a longer list
-- never ended. Its text is that of 1767225833000, but for this bound.
do $$
begin
  execute replace(
    pg_get_functiondef('public.listar(text, text, text, text, text, text, integer, integer, integer, text, text)'::regprocedure),
    'least(deslocamento, 100000)', 'least(deslocamento, 10000000)');
end
$$;
