-- Months that have something to show, in whatever year, for the month filters of the lists.
create view public.noticia_mes as
  select valor::integer as mes from contagem.noticia_por_campo where campo = 'mes' group by valor having sum(total) > 0;
create view public.comunicado_mes as
  select valor::integer as mes from contagem.comunicado_por_campo where campo = 'mes' group by valor having sum(total) > 0;
