-- Lists that the national programme of public transparency (PNTP) asks for and the specification does not name: there, and not open until the
-- institution has what they hold, or declares that there is nothing.
insert into public.categoria_documento
  (slug, secao_id, rotulo, rotulo_curto, descricao, campos, periodicidade, prazo_dias_apos_periodo, admite_declaracao, codigos_pntp, base_legal, ordem, ativo)
select p.slug, s.id, p.rotulo, p.rotulo_curto, p.descricao, p.campos::jsonb, p.periodicidade, p.prazo, p.declaracao, p.pntp::text[], p.base_legal, p.ordem, false
  from (values
    ('contas', 6, 'quadroDePessoal', 'Quadro de pessoal e remuneração', 'Pessoal', 'Quem trabalha no instituto, em que cargo e quanto recebe, com estagiários e terceirizados.', '["exercicio", "competencia", "data_ato", "publicado_em"]', 'mensal', 30, false, '{6.1-6.6}', 'Lei nº 12.527/2011, art. 8º; Lei Complementar nº 101/2000, art. 48-A'),
    ('contas', 7, 'diarias', 'Diárias e passagens', 'Diárias', 'Viagens a serviço: quem viajou, para onde, por que e quanto custou, e a tabela de valores.', '["exercicio", "competencia", "data_ato", "valor", "publicado_em"]', 'mensal', 30, true, '{7.1-7.2}', 'Lei nº 12.527/2011, art. 8º, § 1º, III'),
    ('compras', 3, 'planoDeContratacoesAnual', 'Plano de Contratações Anual', 'Plano de contratações', 'O que o instituto pretende comprar no ano, com valor estimado e mês.', '["exercicio", "data_ato", "valor", "publicado_em"]', 'anual', -335, false, '{8.6}', 'Lei nº 14.133/2021, art. 12, VII'),
    ('compras', 4, 'fornecedoresSancionados', 'Fornecedores sancionados', 'Sancionados', 'Empresas punidas pelo instituto e até quando não podem ser contratadas.', '["numero", "exercicio", "data_ato", "interessado", "vigencia", "publicado_em"]', 'anual', 30, true, '{8.7}', 'Lei nº 14.133/2021, arts. 156 e 161'),
    ('compras', 5, 'ordemDePagamentos', 'Ordem cronológica de pagamentos', 'Ordem de pagamentos', 'Contas a pagar na ordem em que serão pagas, e a razão de cada mudança de ordem.', '["exercicio", "competencia", "data_ato", "valor", "publicado_em"]', 'mensal', 30, true, '{9.4}', 'Lei nº 14.133/2021, art. 141'),
    ('compras', 6, 'convenios', 'Convênios e acordos', 'Convênios', 'Acordos com outros órgãos, com ou sem repasse de dinheiro.', '["numero", "exercicio", "data_ato", "interessado", "ementa", "vigencia", "publicado_em"]', 'eventual', null, true, '{5.1-5.3}', 'Lei nº 12.527/2011, art. 8º, § 1º, II')
  ) as p (secao, ordem, slug, rotulo, rotulo_curto, descricao, campos, periodicidade, prazo, declaracao, pntp, base_legal)
  join public.secao_lai s on s.chave = p.secao;
