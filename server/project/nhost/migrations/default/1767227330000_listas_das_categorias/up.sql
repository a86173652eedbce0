-- The form of every document asked for payments and for figures. A category says now whether its documents have them, as it does of the other fields:
-- those where they belong by what they are, and those in which an institution has written some.
update public.categoria_documento c set campos = c.campos || '["pagamentos"]'
 where c.slug = 'contratoPublicacao'
    or exists (select from public.pagamento p join public.documento d on d.id = p.documento_id where d.categoria_slug = c.slug);

update public.categoria_documento c set campos = c.campos || '["numeros"]'
 where c.slug in ('avaliacoesAtuariais', 'relatorioDeInvestimento', 'balancoGeral', 'prestacaoDeContas')
    or exists (select from public.numero_documento n join public.documento d on d.id = n.documento_id where d.categoria_slug = c.slug);
