-- The age of a row was a number of type numeric, whose powers take ten microseconds each: half of what it costs to rank a thousand rows.
do $$
declare
  antes text := pg_get_functiondef('public.buscar(text, text, text, integer, integer, integer)'::regprocedure);
  depois text := replace(antes, ', 0) / 170.0) ^ 0.085', ', 0) / 170.0::float8) ^ 0.085');
begin
  if depois = antes then
    raise exception 'buscar is not the function that this migration changes';
  end if;
  execute depois;
end
$$;
