-- A law that another one changed says so, and has the text of after the change among its versions (decision 0101).
do $$
begin
  execute 'create or replace view public.contradicao as ' || rtrim(pg_get_viewdef('public.contradicao'::regclass), '; ') || $sql$
  union all
  select 'documento', d.id::text, d.titulo, 'O ato foi alterado por “' || r.titulo || '” e a situação não diz isso.'
    from public.documento_relacao a join public.documento_visivel v on v.id = a.de_id join public.documento r on r.id = a.de_id
    join public.documento d on d.id = a.para_id
   where a.tipo = 'altera' and d.publicado and d.retirado_em is null and d.situacao_id = 'vigente'
  union all
  select 'documento', d.id::text, d.titulo, 'O ato foi alterado por “' || r.titulo || '” e o histórico não tem a versão de depois.'
    from public.documento_relacao a join public.documento_visivel v on v.id = a.de_id join public.documento r on r.id = a.de_id
    join public.documento d on d.id = a.para_id
   where a.tipo = 'altera' and d.publicado and d.retirado_em is null
     and not exists (select from public.documento_versao h
                      where h.documento_id = d.id and (h.alterado_em at time zone public.fuso_da_instituicao())::date >= r.publicado_em)$sql$;
end
$$;
