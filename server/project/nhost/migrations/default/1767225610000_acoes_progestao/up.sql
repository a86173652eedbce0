-- Reference rows of Pró-Gestão RPPS (manual 4.0): 3 dimensions, 24 actions, 13 of them essential. The names of the actions are the
-- manual's in short form; `objetivo` explains each in plain words. Requirements are only those whose difference by level is known.

insert into public.progestao_dimensao (id, nome, descricao) values
  (1, 'Controles Internos', 'Processos mapeados, pessoas certificadas, informação protegida e dados dos segurados em ordem.'),
  (2, 'Governança Corporativa', 'Planejamento, transparência, investimentos, conselhos e diretoria que prestam contas do que fazem.'),
  (3, 'Educação Previdenciária', 'Capacitação de quem trabalha no regime e diálogo com segurados e sociedade.');

insert into public.progestao_acao (codigo, dimensao_id, nome, essencial, objetivo, posicao) values
  ('1.1', 1, 'Mapeamento das atividades', true, 'Desenhar, passo a passo, como cada atividade principal do instituto é feita.', 1),
  ('1.2', 1, 'Manualização das atividades', true, 'Escrever em manuais como cada atividade mapeada deve ser feita, para que todos façam do mesmo modo.', 2),
  ('1.3', 1, 'Certificação de dirigentes, conselheiros e membros do comitê', true, 'Garantir que quem decide sobre o regime tenha certificação profissional.', 3),
  ('1.4', 1, 'Estrutura de controle interno', true, 'Ter quem verifique, dentro do instituto, se os processos são cumpridos e relate o que encontrou.', 4),
  ('1.5', 1, 'Política de segurança da informação', false, 'Proteger sistemas e dados contra perda, vazamento e uso indevido.', 5),
  ('1.6', 1, 'Gestão e controle da base de dados cadastrais', true, 'Manter corretos e atuais os dados de servidores, aposentados e pensionistas.', 6),
  ('2.1', 2, 'Relatório de governança corporativa', true, 'Publicar um relatório periódico sobre a gestão do instituto.', 7),
  ('2.2', 2, 'Planejamento', true, 'Definir metas, prazos e responsáveis e acompanhar o que foi cumprido.', 8),
  ('2.3', 2, 'Relatório de gestão atuarial', true, 'Acompanhar se as hipóteses do estudo atuarial se confirmam com o tempo.', 9),
  ('2.4', 2, 'Código de ética', false, 'Dizer com clareza qual conduta se espera de quem dirige o instituto, trabalha nele ou participa dos conselhos.', 10),
  ('2.5', 2, 'Saúde e segurança do servidor e revisão de incapacidade', false, 'Cuidar da saúde de quem trabalha e revisar as aposentadorias por incapacidade.', 11),
  ('2.6', 2, 'Política de investimentos', true, 'Definir a cada ano onde o dinheiro pode ser aplicado e acompanhar o resultado.', 12),
  ('2.7', 2, 'Comitê de investimentos', true, 'Ter um grupo que analisa as aplicações e participa das decisões sobre elas.', 13),
  ('2.8', 2, 'Transparência', true, 'Publicar no site os documentos que permitem a qualquer pessoa fiscalizar o regime.', 14),
  ('2.9', 2, 'Definição de limites de alçadas', false, 'Dizer quem pode autorizar o quê e até que valor.', 15),
  ('2.10', 2, 'Segregação das atividades', false, 'Separar as tarefas para que a mesma pessoa não autorize, execute e confira.', 16),
  ('2.11', 2, 'Ouvidoria', false, 'Ouvir o cidadão, responder e usar o que ele diz para melhorar o serviço.', 17),
  ('2.12', 2, 'Diretoria executiva', true, 'Ter uma diretoria com requisitos definidos para administrar o instituto.', 18),
  ('2.13', 2, 'Conselho fiscal', false, 'Ter um conselho que examina as contas e a gestão.', 19),
  ('2.14', 2, 'Conselho deliberativo', false, 'Ter um conselho que decide as diretrizes do regime.', 20),
  ('2.15', 2, 'Mandato, representação e recondução', false, 'Definir quem representa quem nos órgãos, por quanto tempo e quantas vezes.', 21),
  ('2.16', 2, 'Gestão de pessoas', false, 'Ter quadro de pessoal adequado ao trabalho do instituto.', 22),
  ('3.1', 3, 'Plano de ação de capacitação', false, 'Formar continuamente servidores, dirigentes e conselheiros.', 23),
  ('3.2', 3, 'Ações de diálogo com os segurados e a sociedade', true, 'Explicar a previdência, prestar contas em público e ouvir as pessoas.', 24);

insert into public.progestao_requisito (acao_codigo, nivel_minimo, descricao, periodicidade) values
  ('1.4', 'I', 'Publicar no site os relatórios de controle interno a cada seis meses.', 'semestral'),
  ('1.4', 'III', 'Publicar no site os relatórios de controle interno a cada três meses.', 'trimestral'),
  ('2.1', 'I', 'Publicar no site o relatório de governança corporativa uma vez por ano.', 'anual'),
  ('2.1', 'III', 'Publicar o relatório de governança a cada seis meses, com as estatísticas dos canais de atendimento.', 'semestral'),
  ('2.1', 'IV', 'Publicar o relatório de governança a cada três meses, com as estatísticas dos canais de atendimento.', 'trimestral'),
  ('2.2', 'I', 'Ter Plano de Ação publicado no site.', null),
  ('2.2', 'III', 'Ter Planejamento Estratégico publicado no site.', null),
  ('2.8', 'I', 'Publicar as demonstrações financeiras e contábeis a cada três meses.', 'trimestral'),
  ('2.8', 'IV', 'Publicar as demonstrações financeiras e contábeis todo mês.', 'mensal'),
  ('2.8', 'III', 'Publicar o relatório do passivo judicial, ou a declaração de que não há.', null),
  ('2.11', 'I', 'Ter no site um canal de comunicação do tipo “fale conosco”.', null),
  ('2.11', 'II', 'Ter uma pessoa na função de ouvidor.', null),
  ('2.11', 'III', 'Ter servidor permanente na ouvidoria.', null),
  ('2.11', 'IV', 'Ter ouvidor certificado e um ato que define os procedimentos da ouvidoria.', null);

-- The stricter frequency takes the place of the looser one.
update public.progestao_requisito novo set substitui_id = velho.id
  from public.progestao_requisito velho
 where (novo.acao_codigo, novo.nivel_minimo, velho.nivel_minimo) in (('1.4', 'III', 'I'), ('2.1', 'III', 'I'), ('2.1', 'IV', 'III'), ('2.2', 'III', 'I'), ('2.8', 'IV', 'I'))
   and velho.acao_codigo = novo.acao_codigo;
