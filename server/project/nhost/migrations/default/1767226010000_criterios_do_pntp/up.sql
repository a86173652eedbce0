-- The criteria of the national programme of public transparency (PNTP).

-- The criteria of the programme for all bodies, and where this site meets each: in lists of documents, on a
-- page that editors write, or on a page that every site has. Nothing here says whether a criterion is met: the site works that out from what is
-- published. `itens` are the checks that apply: D availability, A up to date, H three years, G files to keep, F filters.
-- The class of most criteria is not in the public part of the matrix: the page says which ones the institution supposed. An administrator who has the
-- matrix of the year takes the mark away.
create table public.pntp_criterio (
  codigo text primary key check (codigo ~ '^\d{1,2}\.\d{1,2}$'),
  descricao text not null,
  classe text not null default 'obrigatoria' check (classe in ('essencial', 'obrigatoria', 'recomendada')),
  itens text not null default 'D' check (itens ~ '^DA?H?G?F?$'),
  pagina_slug text,
  endereco text,
  ordem integer not null,
  versao integer not null default 1,
  criado_em timestamptz not null default now(),
  atualizado_em timestamptz not null default now(),
  classe_suposta boolean not null default true
);

create table public.pntp_lista (
  criterio_codigo text not null references public.pntp_criterio (codigo),
  categoria_slug text not null references public.categoria_documento (slug),
  primary key (criterio_codigo, categoria_slug)
);
create index pntp_lista_categoria on public.pntp_lista (categoria_slug);

insert into public.pntp_criterio (codigo, ordem, descricao, classe, classe_suposta, itens, pagina_slug, endereco) values
  ('1.2', 1, 'O site tem uma seção de transparência', 'essencial', true, 'D', null, '/lai'),
  ('1.4', 2, 'O site tem busca', 'obrigatoria', true, 'D', null, '/busca'),
  ('2.1', 3, 'Estrutura do órgão', 'obrigatoria', true, 'D', null, '/institucional/organograma'),
  ('2.3', 4, 'Nomes de quem dirige', 'obrigatoria', true, 'D', null, '/institucional/diretoria-executiva'),
  ('2.4', 5, 'Endereços, telefones e horários das unidades', 'obrigatoria', true, 'D', null, '/informacoes/mapa'),
  ('2.6', 6, 'Atos normativos do órgão', 'obrigatoria', true, 'DAHF', null, null),
  ('2.7', 7, 'Perguntas frequentes', 'obrigatoria', true, 'D', null, '/informacoes/faq'),
  ('3.1', 8, 'Receitas (no portal do Município)', 'essencial', false, 'D', 'receitas-e-despesas', null),
  ('4.1', 9, 'Despesas (no portal do Município)', 'essencial', false, 'D', 'receitas-e-despesas', null),
  ('5.1', 10, 'Convênios e acordos', 'obrigatoria', true, 'DAGF', null, null),
  ('6.1', 11, 'Quadro de pessoal e remuneração', 'obrigatoria', true, 'DAHGF', null, null),
  ('7.1', 12, 'Diárias e passagens', 'obrigatoria', true, 'DAHGF', null, null),
  ('8.1', 13, 'Licitações', 'obrigatoria', true, 'DAHGF', null, null),
  ('8.6', 14, 'Plano de Contratações Anual', 'obrigatoria', true, 'DAHG', null, null),
  ('8.7', 15, 'Fornecedores sancionados', 'recomendada', true, 'DA', null, null),
  ('9.1', 16, 'Contratos e aditivos', 'obrigatoria', true, 'DAHGF', null, null),
  ('9.4', 17, 'Ordem cronológica de pagamentos', 'obrigatoria', true, 'DAHGF', null, null),
  ('11.1', 18, 'Balanço geral', 'obrigatoria', true, 'DAHG', null, null),
  ('11.2', 19, 'Prestação de contas e relatório de gestão', 'obrigatoria', true, 'DAHG', null, null),
  ('11.3', 20, 'Decisões do Tribunal de Contas', 'obrigatoria', true, 'DAHG', null, null),
  ('11.7', 21, 'Planejamento', 'recomendada', true, 'DA', null, null),
  ('12.1', 22, 'Serviço de Informação ao Cidadão e pedido pela internet', 'obrigatoria', true, 'D', null, '/sic'),
  ('12.5', 23, 'Norma local da Lei de Acesso à Informação', 'obrigatoria', true, 'D', 'norma-local-da-lai', null),
  ('12.7', 24, 'Relatório estatístico dos pedidos de informação', 'obrigatoria', true, 'DGF', null, '/sic/RelatorioEstatistica'),
  ('12.8', 25, 'Informações classificadas e desclassificadas', 'obrigatoria', true, 'D', 'informacoes-classificadas', null),
  ('13.1', 26, 'Acessibilidade', 'obrigatoria', true, 'D', 'acessibilidade', null),
  ('13.5', 27, 'Mapa do site', 'recomendada', true, 'D', null, '/lai/MenuCompleto'),
  ('14.1', 28, 'Ouvidoria', 'obrigatoria', true, 'D', null, '/ouvidoria'),
  ('14.3', 29, 'Carta de Serviços', 'obrigatoria', true, 'D', 'carta-de-servicos', null),
  ('15.1', 30, 'Encarregado dos dados pessoais', 'obrigatoria', true, 'D', 'encarregado-lgpd', null),
  ('15.2', 31, 'Política de privacidade', 'obrigatoria', true, 'D', 'privacidade', null),
  ('15.3', 32, 'Serviços pela internet', 'recomendada', true, 'D', null, '/servicos'),
  ('15.4', 33, 'Dados abertos e regras de uso', 'recomendada', true, 'D', null, '/lai/dados-abertos'),
  ('15.6', 34, 'Pesquisa de satisfação', 'recomendada', true, 'D', 'pesquisa-de-satisfacao', null);

insert into public.pntp_lista (criterio_codigo, categoria_slug) values
  ('2.6', 'leis'), ('2.6', 'decretos'), ('2.6', 'portarias'), ('2.6', 'regimentos'),
  ('5.1', 'convenios'), ('6.1', 'quadroDePessoal'), ('7.1', 'diarias'), ('8.1', 'publicacaoLicitacao'), ('8.6', 'planoDeContratacoesAnual'),
  ('8.7', 'fornecedoresSancionados'), ('9.1', 'contratoPublicacao'), ('9.4', 'ordemDePagamentos'), ('11.1', 'balancoGeral'),
  ('11.2', 'prestacaoDeContas'), ('11.3', 'parecer_tcm'), ('11.7', 'planejamento');
