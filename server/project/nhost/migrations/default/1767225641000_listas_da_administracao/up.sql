-- The lists of the administration begin with the newest row; rows without a date come last, which the indexes of the public lists cannot give.
create index documento_da_administracao on public.documento (publicado_em desc nulls last, id desc);
create index noticia_da_administracao on public.noticia (publicado_em desc nulls last, id desc);
create index comunicado_da_administracao on public.comunicado (publicado_em desc nulls last, id desc);
create index arquivo_da_administracao on public.arquivo (enviado_em desc nulls last, id desc);
