/** A site in which each table that the public may read has a row on some page, one page of each kind, and an edit of each table. */
import { ROUTES } from '../../../shared/routes/table.ts';

const FILE = '22222222-0000-4000-8000-00000000000a';
const PHOTO = '22222222-0000-4000-8000-00000000000b';
const PERSON = '33333333-0000-4000-8000-00000000000a';

export const EVERY_TABLE = `
  insert into storage.files (id, name) values ('${FILE}', 'a.pdf'), ('${PHOTO}', 'b.png');
  insert into arquivo (id, nome, mime, tamanho_bytes, texto_extraido) values
    ('${FILE}', 'a.pdf', 'application/pdf', 1, 'Texto da lei'), ('${PHOTO}', 'b.png', 'image/png', 1, null);
  insert into configuracao_site (nome, sigla, ente, uf, logo) values ('Instituto', 'IPREV', 'Município', 'SP', '/nhostprovider/${PHOTO}');
  insert into pessoa (id, nome, foto_arquivo_id, foto_alt) values ('${PERSON}', 'Ana', '${PHOTO}', 'Retrato');
  insert into unidade (id, nome, publicado, titular_pessoa_id) values (1, 'Ouvidoria', true, '${PERSON}'), (2, 'Serviço de Informação ao Cidadão', true, null);
  insert into contato (id, unidade_id, tipo, valor) values (1, null, 'telefone', '1111'), (2, 1, 'email', 'a@b.c');
  insert into orgao_colegiado (id, chave, nome, periodicidade) values
    (1, 'diretoria_executiva', 'Diretoria', 'mensal'), (2, 'conselho_fiscal', 'Conselho Fiscal', 'mensal'),
    (3, 'comite_investimento', 'Comitê', 'mensal'), (4, 'conselho_previdenciario', 'Conselho', 'mensal');
  insert into documento (id, categoria_slug, titulo, exercicio, publicado_em, publicado, orgao_id, tipo_id, situacao_id, vigencia_fim) values
    (1, 'leis', 'Lei um', 2025, '2025-01-02', true, null, null, 'vigente', null),
    (2, 'leis', 'Lei dois', 2025, '2025-01-03', true, 1, null, 'revogada', null),
    (3, 'contratoPublicacao', 'Contrato', 2025, '2025-01-04', true, null, 'contrato', 'vigente', null),
    (4, 'credenciamentoInstituicaoFinanceira', 'Credenciamento', 2025, '2025-01-05', true, null, null, 'credenciada', null),
    (5, 'crp', 'Certificado', 2025, '2025-01-06', true, null, null, 'administrativo', '2099-01-01'),
    (7, 'publicacaoLicitacao', 'Pregão', 2025, '2025-01-03', true, null, 'pregao', 'homologada', null),
    (6, 'controleInterno', 'Relatório da ouvidoria e do e-SIC', 2025, '2025-01-07', true, null, 'relatorio_de_gestao', null, null);
  insert into documento_arquivo (documento_id, arquivo_id) values (1, '${FILE}');
  insert into documento_versao (documento_id, versao, motivo, snapshot) values (1, 1, 'Corrigida', '{}');
  insert into documento_relacao values (2, 1, 'altera'), (3, 1, 'complementa');
  insert into numero_documento (id, documento_id, indicador_codigo, data_base, valor) values (1, 1, 'rentabilidade', '2025-12-31', 9.5);
  update documento set licitacao_id = 7 where id = 3;
  insert into pagamento (id, documento_id, pago_em, valor) values (1, 3, '2025-03-10', 100);
  insert into contrato_fiscal (id, documento_id, pessoa_nome) values (1, 3, 'Bia');
  insert into instituicao_credenciada (id, documento_id, cnpj, nome) values (1, 4, '00', 'Banco');
  insert into declaracao_inexistencia (id, categoria_slug, exercicio, texto, signatario, cargo, declarado_em, publicado) values
    (1, 'dcp', 2025, 'Nada houve', 'Caio', 'Diretor', '2025-02-01', true);
  insert into membro_orgao (id, orgao_id, pessoa_id, cargo, representa, certificacao_nivel, mandato_inicio, mandato_fim, publicado) values
    (1, 1, '${PERSON}', 'Presidente', 'ente', 'basico', '2025-01-01', '2099-01-01', true),
    (2, 2, '${PERSON}', 'Membro', 'ente', 'basico', '2025-01-01', '2099-01-01', true);
  insert into reuniao (id, orgao_id, numero, ano, inicio) values (1, 2, 1, 2025, '2025-03-01'), (2, 2, 2, 2099, '2099-03-01');
  insert into categoria_noticia (id, nome, slug) values (1, 'Geral', 'geral');
  insert into noticia (id, slug, titulo, publicado, publicado_em, categoria_noticia_id) values (1, 'um', 'Notícia', true, '2025-01-01', 1);
  insert into comunicado (id, titulo, publicado, publicado_em) values (1, 'Aviso', true, '2025-01-01');
  insert into comunicado_arquivo (comunicado_id, arquivo_id, rotulo) values (1, '${FILE}', 'Anexo');
  insert into banner_comunicado (id, titulo, exibir_de, publicado) values (1, 'Campanha', '2025-01-01', true);
  insert into pagina (id, slug, titulo, corpo_html, publicado, publicado_em) values
    (1, 'privacidade', 'Privacidade', '<p>Quem é segurado</p>', true, '2025-01-01'), (2, 'carta-de-servicos', 'Carta', '', true, '2025-01-01');
  insert into termo_glossario (id, termo, definicao) values (1, 'Segurado', 'Quem contribui');
  insert into faq_categoria (id, nome, slug) values (1, 'Geral', 'geral');
  insert into pergunta_frequente (id, categoria_id, pergunta, resposta_html, publicado) values (1, 1, 'Como?', '<p>Assim</p>', true);
  insert into servico (id, slug, nome, publicado) values (1, 'pedir-aposentadoria', 'Pedir aposentadoria', true);
  insert into resultado_promovido (id, palavras, titulo, endereco) values (1, '{lei}', 'Leis da previdência', '/lai/documentos/leis');
  insert into calendario_beneficio (id, tipo, titulo, inicio, publicado) values (1, 'pagamento', 'Benefício de maio de 2029', '2029-05-30', true);
  insert into feriado (data, nome, ambito) values ('2030-01-01', 'Confraternização Universal', 'nacional');
  insert into menu_item (id, area, rotulo, destino_tipo, destino) values (1, 'principal', 'Leis', 'rota', '/lai/documentos/leis');
  insert into progestao_certificacao (id, nivel, versao_manual, certificadora, certificado_em, valido_ate, publicado) values
    (1, 'I', '4.0', 'Certificadora', '2025-01-01', '2099-01-01', true);
  insert into progestao_avaliacao (id, certificacao_id, acao_codigo, nivel_atingido, situacao, avaliado_em) values (1, 1, '1.1', 'I', 'atendida', '2025-01-01');
  insert into progestao_evidencia (id, avaliacao_id, documento_id, descricao) values (1, 1, 1, 'Prova');
`;

/** Addresses of the routes that have parameters, and of the search, which shows rows for words alone. */
const PAGES_OF_ROWS = [
  '/busca?q=lei',
  '/busca?q=aviso',
  '/paginas/privacidade',
  '/servicos/pedir-aposentadoria',
  '/sic/formatoAcessivel/1',
  '/informacoes/noticia/1',
  '/informacoes/comunicado/1',
  '/informacoes/bannerComunicado/1',
  '/institucional/unidade/1',
  '/lai/processos/7',
  '/lai/documentos/leis',
  '/lai/documentos/contratoPublicacao',
  '/lai/documentos/dcp',
  '/lai/documentos/leis/1',
  '/lai/documentos/leis/1/texto',
  '/lai/documentos/leis/2',
  '/lai/documentos/contratoPublicacao/3',
  '/lai/documentos/credenciamentoInstituicaoFinanceira/4',
];

const CACHED_ROUTES = ROUTES.filter(({ cache, params }) => cache.kind !== 'never' && Object.keys(params).length === 0);

export const EVERY_PAGE: readonly string[] = [...CACHED_ROUTES.map(({ path }) => path), ...PAGES_OF_ROWS];

/** One edit of a visible column for each table: what it sets, and in which rows. */
export const EDITS: Readonly<Record<string, string>> = {
  arquivo: `nome = 'outro.pdf' where id = '${FILE}'`,
  assunto: `nome = 'Outro atendimento' where id = 1`,
  banner_comunicado: `subtitulo = 'Nova' where id = 1`,
  calendario_beneficio: `titulo = 'Benefício de junho' where id = 1`,
  canal_atendimento: `nome_externo = 'Fala.BR', endereco_externo = 'https://falabr.example' where canal = 'sic'`,
  categoria_documento: `descricao = 'Outra' where slug = 'leis'`,
  categoria_noticia: `nome = 'Geral mesmo' where id = 1`,
  comunicado: `resumo = 'Novo' where id = 1`,
  comunicado_arquivo: `rotulo = 'Outro anexo' where comunicado_id = 1`,
  condicao_membro: `rotulo = 'Efetivo' where valor = 'titular'`,
  configuracao_site: `descricao = 'Outra' where id = 1`,
  contato: `valor = 'd@e.f' where id = 2`,
  contrato_fiscal: `pessoa_nome = 'Beatriz' where id = 1`,
  declaracao_inexistencia: `texto = 'Nada mesmo' where id = 1`,
  documento: `titulo = 'Lei primeira' where id = 1`,
  documento_arquivo: `rotulo = 'Texto integral' where documento_id = 1`,
  documento_relacao: `tipo = 'regulamenta' where de_id = 2`,
  documento_versao: `motivo = 'Corrigida de novo' where documento_id = 1`,
  faq_categoria: `nome = 'Todas' where id = 1`,
  feriado: `data = '2030-01-02' where data = '2030-01-01'`,
  indicador: `nome = 'Retorno' where codigo = 'rentabilidade'`,
  instituicao_credenciada: `nome = 'Outro banco' where id = 1`,
  membro_orgao: `cargo = 'Conselheira' where id = 2`,
  menu_item: `rotulo = 'Legislação' where id = 1`,
  nivel_certificacao: `rotulo = 'Inicial' where valor = 'basico'`,
  nivel_progestao: `rotulo = 'Primeiro nível' where valor = 'I'`,
  noticia: `resumo = 'Novo' where id = 1`,
  numero_documento: `valor = 9.6 where id = 1`,
  orgao_colegiado: `nome = 'Fiscal' where id = 2`,
  pagina: `resumo = 'Novo' where id = 1`,
  pagamento: `valor = 101 where id = 1`,
  papel_arquivo: `rotulo = 'Documento' where valor = 'principal'`,
  pergunta_frequente: `resposta_html = '<p>De outro modo</p>' where id = 1`,
  periodicidade: `rotulo = 'Mensalmente' where valor = 'mensal'`,
  pessoa: `nome = 'Ana Maria' where id = '${PERSON}'`,
  pntp_criterio: `descricao = 'Outra' where codigo = '1.2'`,
  pntp_lista: `categoria_slug = 'dcp' where categoria_slug = 'regimentos'`,
  prioridade_comunicado: `rotulo = 'Comum' where valor = 'normal'`,
  progestao_acao: `nome = 'Mapas' where codigo = '1.1'`,
  progestao_avaliacao: `observacao = 'Vista' where id = 1`,
  progestao_certificacao: `valido_ate = '2098-01-01' where id = 1`,
  progestao_dimensao: `descricao = 'Outra' where id = 1`,
  progestao_evidencia: `descricao = 'Outra prova' where id = 1`,
  progestao_item: `descricao = 'Outro' where item = 'a'`,
  progestao_requisito: `descricao = 'Outro' where id = 1`,
  representacao_membro: `rotulo = 'Prefeitura' where valor = 'ente'`,
  resultado_promovido: `titulo = 'Todas as leis' where id = 1`,
  reuniao: `local = 'Auditório' where id = 2`,
  secao_lai: `descricao = 'Outra' where chave = 'legislacao'`,
  servico: `nome = 'Pedir pensão' where id = 1`,
  situacao_documento: `rotulo = 'Em vigor' where valor = 'vigente'`,
  situacao_progestao: `rotulo = 'Cumprida' where valor = 'atendida'`,
  situacao_reuniao: `rotulo = 'Marcada' where valor = 'prevista'`,
  termo_glossario: `definicao = 'Quem paga a contribuição' where id = 1`,
  tipo_comunicado: `rotulo = 'Nota' where valor = 'aviso'`,
  tipo_contato: `rotulo = 'Correio' where valor = 'email'`,
  tipo_documento: `rotulo = 'Acordo' where valor = 'contrato'`,
  tipo_relacao: `rotulo_inverso = 'Completado por' where valor = 'complementa'`,
  tipo_reuniao: `rotulo = 'Comum' where valor = 'ordinaria'`,
  unidade: `endereco = 'Rua A' where id = 1`,
};

/** Tables that the public may read and no page shows. A table that a page begins to show moves to the edits above. */
export const ON_NO_PAGE: readonly string[] = ['redirecionamento'];
