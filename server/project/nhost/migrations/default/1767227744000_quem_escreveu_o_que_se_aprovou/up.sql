-- Who had sent what another person approved (decision 0150): the versions of a content named the person who approved as the author of the changes. The
-- end of a request is in the audit trail with the moment of its transaction, as the version is that it made.
create view public.pedido_atendido as
  select split_part(a.chave, ':', 1) as tabela, split_part(a.chave, ':', 2) as chave, a.ocorrido_em, (a.alteracoes -> 'pedida_por' ->> 0)::uuid as pedida_por
    from public.auditoria a
   where a.tabela = 'aprovacao' and a.operacao = 'DELETE';
create index auditoria_de_pedido_atendido on public.auditoria (split_part(chave, ':', 1), split_part(chave, ':', 2), ocorrido_em)
  where tabela = 'aprovacao' and operacao = 'DELETE';
