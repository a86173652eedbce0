-- Terms of the glossary that the text of a page has, for their explanation in place. The page looks where words begin and end; here it is only asked
-- which terms are worth sending. Of a long text its beginning is looked at, some fifty pages; terms are some dozens.
create view public.termo_no_texto as
  select p.id as pagina_id, null::bigint as noticia_id, null::bigint as comunicado_id, g.id as termo_id
    from public.pagina p join public.pagina_visivel v on v.id = p.id
   cross join lateral (select indice.minusculas(left(p.corpo_html, 100000)) as texto offset 0) t
    join public.termo_glossario g on strpos(t.texto, indice.minusculas(g.termo)) > 0 or strpos(left(p.corpo_html, 100000), g.sigla) > 0
  union all
  select null, n.id, null, g.id
    from public.noticia n join public.noticia_visivel v on v.id = n.id
   cross join lateral (select indice.minusculas(left(n.corpo_html, 100000)) as texto offset 0) t
    join public.termo_glossario g on strpos(t.texto, indice.minusculas(g.termo)) > 0 or strpos(left(n.corpo_html, 100000), g.sigla) > 0
  union all
  select null, null, c.id, g.id
    from public.comunicado c join public.comunicado_visivel v on v.id = c.id
   cross join lateral (select indice.minusculas(left(c.corpo_html, 100000)) as texto offset 0) t
    join public.termo_glossario g on strpos(t.texto, indice.minusculas(g.termo)) > 0 or strpos(left(c.corpo_html, 100000), g.sigla) > 0;
