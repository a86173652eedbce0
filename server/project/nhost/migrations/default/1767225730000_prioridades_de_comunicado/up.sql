-- The home page asks for the newest notices of each priority. Where all rows have the same one, Postgres expects every row to have each, and
-- reads all of them, newest first, for a priority that none has. The number of priorities makes it use their index.
alter table public.comunicado alter column prioridade set (n_distinct = 3);
analyze public.comunicado;
