-- Closed vocabularies. The column that uses one holds `valor`; the citizen reads `rotulo`.

create table public.tipo_contato (valor text primary key, rotulo text not null, ordem smallint not null);
insert into public.tipo_contato values
  ('telefone', 'Telefone', 1), ('whatsapp', 'WhatsApp', 2), ('email', 'E-mail', 3), ('endereco', 'Endereço', 4),
  ('horario', 'Horário de atendimento', 5), ('rede_social', 'Rede social', 6);

create table public.tipo_comunicado (valor text primary key, rotulo text not null, ordem smallint not null);
insert into public.tipo_comunicado values
  ('aviso', 'Aviso', 1), ('convocacao', 'Convocação', 2), ('prazo', 'Prazo', 3), ('suspensao', 'Suspensão de atendimento', 4), ('outro', 'Outro', 5);

create table public.prioridade_comunicado (valor text primary key, rotulo text not null, ordem smallint not null);
insert into public.prioridade_comunicado values ('normal', 'Normal', 1), ('alta', 'Importante', 2), ('urgente', 'Urgente', 3);

create table public.condicao_membro (valor text primary key, rotulo text not null, ordem smallint not null);
insert into public.condicao_membro values ('titular', 'Titular', 1), ('suplente', 'Suplente', 2);

create table public.representacao_membro (valor text primary key, rotulo text not null, ordem smallint not null);
insert into public.representacao_membro values
  ('ente', 'Município', 1), ('segurados_ativos', 'Servidores ativos', 2), ('aposentados_pensionistas', 'Aposentados e pensionistas', 3),
  ('outro', 'Outra representação', 4);

create table public.nivel_certificacao (valor text primary key, rotulo text not null, ordem smallint not null);
insert into public.nivel_certificacao values ('basico', 'Básico', 1), ('intermediario', 'Intermediário', 2), ('avancado', 'Avançado', 3);

create table public.tipo_reuniao (valor text primary key, rotulo text not null, ordem smallint not null);
insert into public.tipo_reuniao values ('ordinaria', 'Ordinária', 1), ('extraordinaria', 'Extraordinária', 2);

create table public.situacao_reuniao (valor text primary key, rotulo text not null, ordem smallint not null);
insert into public.situacao_reuniao values
  ('prevista', 'Prevista', 1), ('realizada', 'Realizada', 2), ('adiada', 'Adiada', 3), ('cancelada', 'Cancelada', 4);

-- `meses` is the length of the period; null where no period exists and so nothing can be late.
create table public.periodicidade (
  valor text primary key, rotulo text not null, ordem smallint not null,
  meses smallint check (meses in (1, 2, 3, 4, 6, 12))
);
insert into public.periodicidade values
  ('mensal', 'Todo mês', 1, 1), ('bimestral', 'A cada dois meses', 2, 2), ('trimestral', 'A cada três meses', 3, 3),
  ('quadrimestral', 'A cada quatro meses', 4, 4), ('semestral', 'A cada seis meses', 5, 6), ('anual', 'Uma vez por ano', 6, 12),
  ('por_operacao', 'A cada operação', 7, null), ('eventual', 'Quando houver', 8, null);

create table public.tipo_documento (valor text primary key, rotulo text not null, ordem smallint not null);
insert into public.tipo_documento values
  ('ordinaria', 'Reunião ordinária', 1), ('extraordinaria', 'Reunião extraordinária', 2),
  ('mensal', 'Mensal', 10), ('trimestral', 'Trimestral', 11), ('semestral', 'Semestral', 12), ('anual', 'Anual', 13),
  ('aplicacao', 'Aplicação', 20), ('resgate', 'Resgate', 21), ('aplicacao_e_resgate', 'Aplicação e resgate', 22),
  ('edital', 'Edital', 30), ('aviso', 'Aviso', 31), ('resultado', 'Resultado', 32), ('homologacao', 'Homologação', 33),
  ('retificacao', 'Retificação', 34),
  ('pregao', 'Pregão', 40), ('concorrencia', 'Concorrência', 41), ('dispensa', 'Dispensa de licitação', 42),
  ('inexigibilidade', 'Inexigibilidade', 43), ('adesao', 'Adesão a ata de registro de preços', 44),
  ('contrato', 'Contrato', 50), ('aditivo', 'Termo aditivo', 51), ('apostilamento', 'Apostilamento', 52),
  ('balanco_orcamentario', 'Balanço orçamentário', 60), ('balanco_financeiro', 'Balanço financeiro', 61),
  ('balanco_patrimonial', 'Balanço patrimonial', 62),
  ('variacoes_patrimoniais', 'Demonstração das variações patrimoniais', 63), ('fluxos_de_caixa', 'Demonstração dos fluxos de caixa', 64),
  ('notas_explicativas', 'Notas explicativas', 65),
  ('balancete', 'Balancete', 70), ('relatorio_de_gestao', 'Relatório de gestão', 71), ('outro', 'Outro', 99);

create table public.situacao_documento (valor text primary key, rotulo text not null, ordem smallint not null);
insert into public.situacao_documento values
  ('vigente', 'Vigente', 1), ('alterada', 'Alterada', 2), ('revogada', 'Revogada', 3), ('substituida', 'Substituída', 4), ('vencida', 'Vencida', 5),
  ('aprovadas', 'Contas aprovadas', 10), ('aprovadas_com_ressalvas', 'Contas aprovadas com ressalvas', 11), ('rejeitadas', 'Contas rejeitadas', 12),
  ('pendentes', 'Julgamento pendente', 13),
  ('administrativo', 'Emitido por via administrativa', 20), ('judicial', 'Emitido por decisão judicial', 21),
  ('em_analise', 'Em análise', 30), ('em_diligencia', 'Em diligência', 31), ('registrado', 'Registrado', 32), ('negado', 'Registro negado', 33),
  ('concluido', 'Concluído', 34),
  ('aberta', 'Aberta', 40), ('em_andamento', 'Em andamento', 41), ('suspensa', 'Suspensa', 42), ('homologada', 'Homologada', 43),
  ('deserta', 'Deserta', 44), ('fracassada', 'Fracassada', 45), ('cancelada', 'Cancelada', 46), ('encerrada', 'Encerrada', 47),
  ('credenciada', 'Credenciada', 50), ('descredenciada', 'Descredenciada', 51),
  ('adimplente', 'Em dia', 60), ('inadimplente', 'Em atraso', 61), ('quitado', 'Quitado', 62);

create table public.papel_arquivo (valor text primary key, rotulo text not null, ordem smallint not null);
insert into public.papel_arquivo values
  ('principal', 'Documento principal', 1), ('anexo', 'Anexo', 2), ('dados_abertos', 'Dados abertos', 3), ('acessivel', 'Versão acessível', 4),
  ('assinatura', 'Assinatura digital', 5);

create table public.tipo_relacao (valor text primary key, rotulo text not null, rotulo_inverso text not null, ordem smallint not null);
insert into public.tipo_relacao values
  ('altera', 'Altera', 'Alterado por', 1), ('revoga', 'Revoga', 'Revogado por', 2), ('regulamenta', 'Regulamenta', 'Regulamentado por', 3),
  ('complementa', 'Complementa', 'Complementado por', 4), ('aditivo', 'É aditivo de', 'Tem o aditivo', 5),
  ('resultado_de', 'É resultado de', 'Tem o resultado', 6), ('relacionado', 'Relacionado a', 'Relacionado a', 7);

create table public.nivel_progestao (valor text primary key, rotulo text not null, ordem smallint not null);
insert into public.nivel_progestao values ('I', 'Nível I', 1), ('II', 'Nível II', 2), ('III', 'Nível III', 3), ('IV', 'Nível IV', 4);

create table public.situacao_progestao (valor text primary key, rotulo text not null, ordem smallint not null);
insert into public.situacao_progestao values
  ('atendida', 'Atendida', 1), ('parcial', 'Atendida em parte', 2), ('em_andamento', 'Em andamento', 3), ('nao_atendida', 'Não atendida', 4);
