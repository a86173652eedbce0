-- The text of a file in parts that a page can show: the pages of a PDF, cut where one is longer than a reader's page bears.

create function public.partes_do_texto(texto text) returns table (ordem int, pagina int, parte text) language sql immutable as $$
  with folha as (
    -- Extraction puts a form feed between pages.
    select n::int as pagina, t from string_to_table($1, chr(12)) with ordinality as f (t, n)
  ), linha as (
    select f.pagina, l.n, g as inicio, substr(l.t, g, 20000) as t
      from folha f
     cross join lateral string_to_table(f.t, chr(10)) with ordinality as l (t, n)
     cross join lateral generate_series(1, greatest(length(l.t), 1), 20000) as g
  ), corte as (
    select pagina, n, inicio, t, (sum(length(t) + 1) over (partition by pagina order by n, inicio) - 1) / 20000 as pedaco from linha
  )
  select (row_number() over (order by pagina, pedaco))::int, pagina, string_agg(t, chr(10) order by n, inicio)
    from corte group by pagina, pedaco
$$;

create view public.parte_do_texto as
  select a.id as arquivo_id, p.ordem, p.pagina, p.parte from public.arquivo a cross join lateral public.partes_do_texto(a.texto_extraido) p;
