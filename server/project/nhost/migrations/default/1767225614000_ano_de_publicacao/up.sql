-- The year in which a row was published, so that a list can be filtered by a list of years, which is a scalar variable. In Brasília time:
-- a generated column cannot know the configured zone, and other Brazilian zones differ by an hour or two around the 31st of December only.
alter table public.noticia
  add column ano_publicacao smallint generated always as (extract(year from publicado_em at time zone interval '-03:00')::smallint) stored;
alter table public.comunicado
  add column ano_publicacao smallint generated always as (extract(year from publicado_em at time zone interval '-03:00')::smallint) stored;
