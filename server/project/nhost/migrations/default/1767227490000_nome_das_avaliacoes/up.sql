-- As `progestao_certificacao_nome`: an assessment was called by the code of its action.
create function public.progestao_avaliacao_nome(avaliacao public.progestao_avaliacao) returns text language sql stable as $$
  select a.nome || ', ' || pg_catalog.to_char(avaliacao.avaliado_em, 'DD/MM/YYYY') from public.progestao_acao a where a.codigo = avaliacao.acao_codigo
$$;
