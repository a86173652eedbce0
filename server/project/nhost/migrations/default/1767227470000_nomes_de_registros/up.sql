-- What the administration calls rows that have no name of their own, as `reuniao_nome` does: a member of a body was called by the office that several have,
-- a figure of a document by its day as the database writes it, and a certificate by who gave it, which gave the one before as well.
create function public.membro_orgao_nome(membro public.membro_orgao) returns text language sql stable as $$
  select p.nome || coalesce(', ' || nullif(membro.cargo, ''), '') || ', ' || o.nome
    from public.pessoa p, public.orgao_colegiado o
   where p.id = membro.pessoa_id and o.id = membro.orgao_id
$$;

create function public.numero_documento_nome(numero public.numero_documento) returns text language sql stable as $$
  select i.nome || ', ' || pg_catalog.to_char(numero.data_base, 'DD/MM/YYYY') from public.indicador i where i.codigo = numero.indicador_codigo
$$;

create function public.progestao_certificacao_nome(certificacao public.progestao_certificacao) returns text language sql stable as $$
  select n.rotulo || ', ' || certificacao.certificadora || ', ' || pg_catalog.to_char(certificacao.certificado_em, 'DD/MM/YYYY')
    from public.nivel_progestao n where n.valor = certificacao.nivel
$$;
