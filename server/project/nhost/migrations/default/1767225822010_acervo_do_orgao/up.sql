-- The categories that hold documents of a collegiate body, from the counts of documents: of the documents themselves newer servers read every one.
create index filtrados_orgao on contagem.filtrados (orgao, grupo);
create view public.orgao_categoria as
  select o.id as orgao_id, p.grupo as categoria_slug
    from public.orgao_colegiado o
   cross join lateral (
     select c.grupo from contagem.documento_parcelas c
      where c.orgao = o.id::text and c.grupo not in (select slug from public.categoria_documento where not ativo)
      group by c.grupo having sum(c.total) > 0
   ) p;
