-- Where the site publishes what a subject is asked about, so that the report of the most asked subjects leads there.
alter table public.assunto
  add column publicado_em_titulo text check (char_length(publicado_em_titulo) <= 120),
  add column publicado_em_url text
    constraint assunto_publicado_em_url_aceito check (publicado_em_url = '' or public.endereco_aceito(publicado_em_url));

update public.assunto a set publicado_em_titulo = p.titulo, publicado_em_url = p.endereco
  from (values
    ('Aposentadoria', 'Serviços', '/servicos'), ('Pensão por morte', 'Serviços', '/servicos'), ('Prova de vida', 'Serviços', '/servicos'),
    ('Certidão de tempo de contribuição', 'Serviços', '/servicos'),
    ('Investimentos e contas', 'Transparência', '/lai'), ('Licitações e contratos', 'Transparência', '/lai'),
    ('Servidores e cargos', 'Transparência', '/lai')) p (nome, titulo, endereco)
 where a.nome = p.nome and a.canal in ('ouvidoria', 'sic');
