-- Reference rows of the transparency section. The slugs are addresses; every other text may be edited afterwards.

insert into public.secao_lai (chave, nome, descricao, icone, so_links, ordem) values
  ('governanca', 'Governança e colegiados', 'Agendas, atas, resoluções e regimentos dos conselhos e do comitê de investimentos.', 'users', false, 1),
  ('investimentos', 'Investimentos', 'Onde o dinheiro da previdência está aplicado, por quem e com que resultado.', 'trending-up', false, 2),
  ('regularidade', 'Atuária e regularidade previdenciária', 'Estudos sobre o futuro do regime e certificados de que ele cumpre as regras.', 'shield-check', false, 3),
  ('contas', 'Contas e controle externo', 'Balanços, prestações de contas e o que o Tribunal de Contas decidiu sobre elas.', 'calculator', false, 4),
  ('beneficios', 'Aposentadorias e pensões', 'Atos de concessão de benefícios e andamento dos processos.', 'hand-heart', false, 5),
  ('compras', 'Licitações e contratos', 'Compras do instituto, do edital ao contrato e seus aditivos.', 'file-signature', false, 6),
  ('legislacao', 'Legislação e atos', 'Leis, decretos e portarias sobre a previdência dos servidores e sobre o instituto.', 'scale', false, 7),
  ('atendimento', 'Atendimento e participação', 'Canais para pedir informação, reclamar, elogiar, sugerir e tirar dúvidas.', 'messages-square', true, 8),
  ('programas', 'Programas e dados', 'Certificação Pró-Gestão, dados abertos e endereços de outros portais.', 'database', true, 9);

insert into public.progestao_item (item, descricao, nivel_minimo, ordem) values
  ('a', 'Regimentos internos e atas dos conselhos e do comitê de investimentos', 'I', 1),
  ('b', 'Certidões de tributos federais e dívida ativa e do FGTS', 'I', 2),
  ('c', 'Certificado de Regularidade Previdenciária e acesso ao extrato e aos demonstrativos', 'I', 3),
  ('d', 'Relatório de Governança Corporativa', 'I', 4),
  ('e', 'Cronograma das ações de educação previdenciária', 'I', 5),
  ('f', 'Cronograma de reuniões', 'I', 6),
  ('g', 'Código de Ética', 'I', 7),
  ('h', 'Demonstrações financeiras e contábeis', 'I', 8),
  ('i', 'Avaliação atuarial anual', 'I', 9),
  ('j', 'Licitações e contratos, ou declaração de que não houve', 'I', 10),
  ('k', 'Relatório do passivo judicial, ou declaração de que não há', 'III', 11),
  ('l', 'Plano de Ação (níveis I e II) ou Planejamento Estratégico (níveis III e IV)', 'I', 12),
  ('m', 'Política de investimentos', 'I', 13),
  ('n', 'Relatórios de controle interno', 'I', 14),
  ('o', 'Relação das entidades credenciadas', 'I', 15),
  ('p', 'Relatórios mensais e anuais de investimentos', 'I', 16),
  ('q', 'Decisões do Tribunal de Contas sobre as contas', 'I', 17),
  ('r', 'Relatório da previdência complementar', 'I', 18);

-- The profile letters of the columns: N numero, A exercicio, C competencia, D data_ato, P publicado_em, E ementa, O orgao, V vigencia,
-- $ valor, S situacao, I interessado, T tipo, R reuniao, M modalidade, F fiscais, L licitacao, W pncp. Expanded to keys below, in this order.
-- Terms (prazo) come from the calendar of the demonstratives (DAIR and DIPR: last day of the next month; DRAA: 31 March; DPIN: 31 December
-- before the year); the others are the institute's own undertaking and may be edited.
with perfil (secao, ordem, slug, rotulo, rotulo_curto, descricao, letras, periodicidade, prazo, declaracao, item, pntp, base_legal, ativo) as (values
  ('governanca', 1, 'agendaReunioes', 'Agenda de reuniões', 'Agenda de reuniões', 'Datas, horários e locais das reuniões dos conselhos e do comitê de investimentos.', 'ADORP', 'anual', -335, false, 'f', '{}', null, true),
  ('governanca', 2, 'atasDoConselhoDePrevidencia', 'Atas do Conselho de Previdência', 'Atas do Conselho de Previdência', 'Registro do que foi discutido e decidido em cada reunião do Conselho de Previdência.', 'NADORP', 'mensal', 60, true, 'a', '{}', null, true),
  ('governanca', 3, 'atasDoConselhoFiscal', 'Atas do Conselho Fiscal', 'Atas do Conselho Fiscal', 'Registro das reuniões em que o Conselho Fiscal examina as contas e a gestão do instituto.', 'NADORP', 'mensal', 60, true, 'a', '{}', null, true),
  ('governanca', 4, 'atasDoComiteDeInvestimento', 'Atas do Comitê de Investimentos', 'Atas do Comitê', 'Registro das reuniões em que o comitê analisa e propõe como aplicar os recursos.', 'NADORP', 'mensal', 60, true, 'a', '{}', null, true),
  ('governanca', 5, 'resolucaoDoConselhoDePrevidencia', 'Resoluções do Conselho de Previdência', 'Resoluções do Conselho', 'Decisões formais do Conselho de Previdência que orientam a gestão do regime.', 'NADEOVSP', 'eventual', null, true, null, '{2.6}', null, true),
  ('governanca', 6, 'resolucaoDoComiteDeInvestimento', 'Resoluções do Comitê de Investimentos', 'Resoluções do Comitê', 'Decisões formais do comitê sobre aplicações, resgates e limites da carteira.', 'NADEOVSP', 'eventual', null, true, null, '{2.6}', null, true),
  ('governanca', 7, 'regimentos', 'Regimentos internos', 'Regimentos', 'Regras de funcionamento dos conselhos, do comitê e do instituto.', 'NADEOVS', 'eventual', null, false, 'a', '{2.6}', null, true),
  ('governanca', 8, 'relatorioDeGovernanca', 'Relatórios de Governança Corporativa', 'Relatórios de governança', 'Resumo da gestão do instituto no período: pessoal, contas, investimentos, benefícios e atendimento.', 'ACDP', 'anual', 90, false, 'd', '{}', null, false),
  ('governanca', 9, 'educacaoPrevidenciaria', 'Educação previdenciária', 'Educação previdenciária', 'Programa e calendário das ações que explicam a previdência aos servidores e à sociedade.', 'ADEP', 'anual', null, false, 'e', '{}', null, false),
  ('governanca', 10, 'planejamento', 'Plano de Ação e Planejamento Estratégico', 'Planejamento', 'Metas do instituto, prazos e responsáveis por cada uma.', 'ADEVP', 'anual', null, false, 'l', '{}', null, false),

  ('investimentos', 1, 'politicaDeInvestimento', 'Política de Investimentos', 'Política de Investimentos', 'Documento anual que define onde e dentro de quais limites o dinheiro da previdência pode ser aplicado.', 'ADEVP', 'anual', -335, false, 'm', '{}', 'Lei nº 9.717/1998; Portaria MTP nº 1.467/2022; Resolução CMN nº 5.272/2025', true),
  ('investimentos', 2, 'dpin', 'DPIN – Demonstrativo da Política de Investimentos', 'DPIN', 'Resumo da política de investimentos enviado todos os anos ao Ministério da Previdência Social.', 'ADP', 'anual', -365, false, 'c', '{}', 'Lei nº 9.717/1998; Portaria MTP nº 1.467/2022', true),
  ('investimentos', 3, 'relatorioDeInvestimento', 'Relatórios de investimentos', 'Relatórios de investimentos', 'Resultado da carteira no mês ou no ano: valores aplicados, rentabilidade e riscos.', 'ACTDP', 'mensal', 30, false, 'p', '{}', 'Lei nº 9.717/1998; Portaria MTP nº 1.467/2022', true),
  ('investimentos', 4, 'autorizacaoAplicacaoResgate', 'APR – Autorização de Aplicação e Resgate', 'APR', 'Formulário que registra cada aplicação ou retirada de dinheiro dos investimentos, com motivo e responsáveis.', 'NACDI$TP', 'por_operacao', null, true, null, '{}', 'Lei nº 9.717/1998; Portaria MTP nº 1.467/2022', true),
  ('investimentos', 5, 'dair', 'DAIR – Demonstrativo das Aplicações e Investimentos dos Recursos', 'DAIR', 'Demonstrativo mensal com todos os investimentos do instituto, enviado ao Ministério da Previdência Social.', 'ACDP', 'mensal', 31, false, 'c', '{}', 'Lei nº 9.717/1998; Portaria MTP nº 1.467/2022', true),
  ('investimentos', 6, 'credenciamentoInstituicaoFinanceira', 'Credenciamento de instituições financeiras', 'Credenciamento', 'Bancos, gestoras, administradoras e corretoras autorizados a receber recursos do instituto.', 'NADIVSP', 'eventual', null, true, 'o', '{}', 'Lei nº 9.717/1998; Portaria MTP nº 1.467/2022', true),
  ('investimentos', 7, 'licitacaoTipoCIF', 'Editais de credenciamento de instituições financeiras (CIF)', 'Editais de credenciamento', 'Editais e processos abertos para credenciar instituições financeiras.', 'NADETSP', 'eventual', null, true, null, '{8.1-8.7}', null, true),

  ('regularidade', 1, 'avaliacoesAtuariais', 'Avaliações atuariais', 'Avaliações atuariais', 'Estudo anual que calcula se o regime terá dinheiro para pagar os benefícios de hoje e do futuro.', 'ADP', 'anual', 120, false, 'i', '{}', 'Lei nº 9.717/1998; Portaria MTP nº 1.467/2022', true),
  ('regularidade', 2, 'draa', 'DRAA – Demonstrativo de Resultados da Avaliação Atuarial', 'DRAA', 'Resumo oficial da avaliação atuarial enviado ao Ministério da Previdência Social.', 'ADP', 'anual', 90, false, 'c', '{}', 'Lei nº 9.717/1998; Portaria MTP nº 1.467/2022', true),
  ('regularidade', 3, 'dipr', 'DIPR – Demonstrativo de Informações Previdenciárias e Repasses', 'DIPR', 'Mostra, a cada dois meses, as contribuições devidas, as pagas e os demais repasses ao instituto.', 'ACDP', 'bimestral', 31, false, 'c', '{}', 'Lei nº 9.717/1998; Portaria MTP nº 1.467/2022', true),
  ('regularidade', 4, 'dcp', 'DCP – Demonstrativo Consolidado de Parcelamento', 'DCP', 'Reúne os débitos previdenciários do Município que estão sendo pagos em parcelas.', 'NAD$SP', 'eventual', null, true, 'c', '{}', 'Lei nº 9.717/1998; Portaria MTP nº 1.467/2022', true),
  ('regularidade', 5, 'crp', 'CRP – Certificado de Regularidade Previdenciária', 'CRP', 'Certificado que comprova que o Município cumpre as regras da previdência dos servidores.', 'NDVS', 'semestral', 30, false, 'c', '{}', 'Lei nº 9.717/1998; Portaria MTP nº 1.467/2022', true),
  ('regularidade', 6, 'certidoes', 'Certidões de regularidade', 'Certidões', 'Certidões de que o instituto está em dia com os tributos federais, a dívida ativa da União e o FGTS.', 'NDIV', 'semestral', null, false, 'b', '{}', null, false),
  ('regularidade', 7, 'previdenciaComplementar', 'Previdência complementar', 'Previdência complementar', 'Relatórios sobre o regime de previdência complementar dos servidores.', 'ACDP', 'anual', null, true, 'r', '{}', null, false),

  ('contas', 1, 'balancoGeral', 'Balanço geral', 'Balanço geral', 'Demonstrações contábeis do fim do ano: orçamento, finanças e patrimônio do instituto.', 'ADPT', 'anual', 120, false, 'h', '{11.1-11.7}', 'Lei Complementar nº 101/2000, arts. 48 e 48-A', true),
  ('contas', 2, 'prestacaoDeContas', 'Prestação de contas', 'Prestação de contas', 'Documentos mensais e anuais que mostram como o dinheiro foi arrecadado e gasto.', 'ACDTP', 'mensal', 60, false, 'h', '{11.1-11.7}', 'Lei Complementar nº 101/2000, arts. 48 e 48-A; Lei nº 12.527/2011, art. 8º, § 1º, III', true),
  ('contas', 3, 'parecer_tcm', 'Pareceres do TCM', 'Pareceres do TCM', 'Decisões e pareceres do Tribunal de Contas dos Municípios sobre as contas do instituto.', 'NADES', 'anual', null, true, 'q', '{11.1-11.7}', 'Lei Complementar nº 101/2000, art. 48', true),
  ('contas', 4, 'controleInterno', 'Relatórios de controle interno', 'Controle interno', 'Resultado das verificações que o próprio instituto faz sobre seus processos.', 'ACDP', 'semestral', 60, false, 'n', '{}', null, false),
  ('contas', 5, 'passivoJudicial', 'Passivo judicial', 'Passivo judicial', 'Processos na Justiça que podem gerar despesa para o instituto.', 'ADP', 'anual', null, true, 'k', '{}', null, false),

  ('beneficios', 1, 'portaria_aposentados', 'Portarias de aposentadoria', 'Portarias de aposentadoria', 'Atos que concedem, revisam ou cancelam aposentadorias dos servidores.', 'NADEIPV', 'eventual', null, true, null, '{2.6}', 'Lei nº 12.527/2011, art. 8º', true),
  ('beneficios', 2, 'processosTcmAposentadosPensionistas', 'Processos de aposentados e pensionistas no TCM', 'Processos no TCM', 'Processos enviados ao TCM para exame da legalidade e registro das aposentadorias e pensões.', 'NADISP', 'eventual', null, true, null, '{}', 'Lei nº 12.527/2011, art. 8º', true),
  ('beneficios', 3, 'relacaoProcessosTramitacao', 'Processos em tramitação', 'Processos em tramitação', 'Relação dos pedidos em análise no instituto, com a etapa em que cada um está.', 'ACDSP', 'mensal', 30, true, null, '{}', 'Lei nº 12.527/2011, art. 8º', true),

  ('compras', 1, 'publicacaoLicitacao', 'Licitações', 'Licitações', 'Editais, avisos, resultados e demais documentos das compras do instituto.', 'NAME$DSPW', 'eventual', null, true, 'j', '{8.1-8.7}', 'Lei nº 14.133/2021, arts. 54, 94, 174 e 175; Lei nº 12.527/2011, art. 8º, § 1º, IV', true),
  ('compras', 2, 'contratoPublicacao', 'Contratos e aditivos', 'Contratos', 'Contratos assinados pelo instituto, com valor, prazo, fiscal e aditivos.', 'NAIE$VSPFLW', 'eventual', null, true, 'j', '{9.1-9.4}', 'Lei nº 14.133/2021, arts. 54, 94, 174 e 175; Lei nº 12.527/2011, art. 8º, § 1º, IV', true),

  ('legislacao', 1, 'leis', 'Leis', 'Leis', 'Leis municipais sobre a previdência dos servidores e sobre o instituto.', 'NADESP', 'eventual', null, false, null, '{2.6}', 'Lei nº 12.527/2011, art. 8º', true),
  ('legislacao', 2, 'decretos', 'Decretos', 'Decretos', 'Decretos que regulamentam a previdência dos servidores.', 'NADESP', 'eventual', null, true, null, '{2.6}', 'Lei nº 12.527/2011, art. 8º', true),
  ('legislacao', 3, 'portarias', 'Portarias', 'Portarias', 'Atos administrativos da direção: nomeações, comissões, férias e outras decisões internas.', 'NADESP', 'eventual', null, true, null, '{2.6}', 'Lei nº 12.527/2011, art. 8º', true),
  ('legislacao', 4, 'codigoDeEtica', 'Código de Ética', 'Código de Ética', 'Regras de conduta de quem dirige o instituto, trabalha nele ou participa dos conselhos.', 'NADEVP', 'eventual', null, false, 'g', '{}', null, false)
),
chave (letra, campo) as (values
  ('N', 'numero'), ('A', 'exercicio'), ('C', 'competencia'), ('D', 'data_ato'), ('P', 'publicado_em'), ('E', 'ementa'), ('O', 'orgao'), ('V', 'vigencia'),
  ('$', 'valor'), ('S', 'situacao'), ('I', 'interessado'), ('T', 'tipo'), ('R', 'reuniao'), ('M', 'modalidade'), ('F', 'fiscais'), ('L', 'licitacao'), ('W', 'pncp')
)
insert into public.categoria_documento
  (slug, secao_id, rotulo, rotulo_curto, descricao, campos, periodicidade, prazo_dias_apos_periodo, admite_declaracao, item_pro_gestao, codigos_pntp, base_legal, ordem, ativo)
select p.slug, s.id, p.rotulo, p.rotulo_curto, p.descricao,
       (select jsonb_agg(c.campo order by l.posicao)
          from regexp_split_to_table(p.letras, '') with ordinality as l(letra, posicao)
          join chave c on c.letra = l.letra),
       p.periodicidade, p.prazo, p.declaracao, p.item, p.pntp::text[], p.base_legal, p.ordem, p.ativo
  from perfil p join public.secao_lai s on s.chave = p.secao;
