-- Since its releases of November 2026 (15.20, 18.7) Postgres alters no table whose row a function with a parsed body takes: the tables
-- of cases get columns after this. A body given as text may take any row.
create or replace function casos.encerrado_em(caso casos.caso) returns timestamptz language sql stable as $$
  select case when caso.canal = 'contato' then coalesce(caso.concluido_em, caso.respondido_em) else caso.concluido_em end
$$;
