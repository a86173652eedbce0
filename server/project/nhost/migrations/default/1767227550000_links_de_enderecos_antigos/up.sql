-- A link to an old address from which visitors are led to what is there is not broken. It is broken again once that has left the site.
create or replace view public.ligacao_quebrada as
  select l.tabela, l.chave, l.coluna, l.destino, l.alvo_tabela, l.alvo_chave
    from edicao.ligacao l
   where l.quebrada
     and not exists (
       select from public.redirecionamento r
         left join lateral edicao.alvo_de(r.destino) a on true
        where r.origem = rtrim(edicao.caminho(l.destino), '/') and r.codigo <> 410 and edicao.alvo_existe(a.tabela, a.chave));
