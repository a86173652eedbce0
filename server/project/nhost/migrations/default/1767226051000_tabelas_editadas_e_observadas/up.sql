-- replaces: 1767225897000_recibo_atrasado_do_recurso
-- Which tables people edit, and which tell their changes: every table of contents and every vocabulary does, whoever writes it.

do $$
declare
  tabela record;
begin
  for tabela in
    select c.oid::regclass as nome,
           -- Vocabularies change only by migration.
           exists (select 1 from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'valor' and a.attnum = 1) as vocabulario
      from pg_catalog.pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       -- The records of changes are no content.
       and c.relname not in ('auditoria', 'mudanca')
     order by c.oid::regclass::text
  loop
    if tabela.vocabulario then
      perform public.observar_vocabulario(tabela.nome);
    else
      perform public.observar_tabela(tabela.nome);
    end if;
  end loop;
end
$$;

-- The tables that people edit have versions and an audit trail.
do $$
declare
  nome text;
begin
  foreach nome in array array[
    'arquivo', 'assunto', 'banner_comunicado', 'calendario_beneficio', 'canal_atendimento', 'categoria_documento', 'categoria_noticia',
    'comunicado', 'comunicado_arquivo', 'configuracao_site', 'contato', 'contrato_fiscal', 'declaracao_inexistencia', 'documento',
    'documento_arquivo', 'faq_categoria', 'feriado', 'indicador', 'instituicao_credenciada', 'membro_orgao', 'menu_item', 'modelo_resposta',
    'noticia', 'numero_documento', 'orgao_colegiado', 'pagamento', 'pagina', 'pergunta_frequente', 'pessoa', 'pntp_criterio',
    'progestao_avaliacao', 'progestao_certificacao', 'progestao_evidencia', 'redirecionamento', 'resultado_promovido', 'reuniao',
    'secao_lai', 'servico', 'termo_glossario', 'unidade'
  ] loop
    -- A document has a trigger of its own.
    if nome <> 'documento' then
      perform public.versionar_linhas(format('public.%I', nome)::regclass);
    end if;
    perform public.auditar_tabela(format('public.%I', nome)::regclass, case nome
      when 'pessoa' then array['nome_social', 'minicurriculo', 'email_institucional', 'telefone_institucional']
      when 'arquivo' then array['texto_extraido']
      else '{}'
    end);
  end loop;
  -- A relation is added and removed, never changed.
  perform public.auditar_tabela('public.documento_relacao');
end
$$;

-- The columns that hold links, and those that decide whether a link to the row leads anywhere.
do $$
declare
  f record;
begin
  for f in select * from (values
    ('guardar_ligacoes', 'noticia', array['id', 'corpo_html']),
    ('guardar_ligacoes', 'comunicado', array['id', 'corpo_html']),
    ('guardar_ligacoes', 'pagina', array['id', 'corpo_html']),
    ('guardar_ligacoes', 'banner_comunicado', array['id', 'corpo_html', 'link_url']),
    ('guardar_ligacoes', 'pergunta_frequente', array['id', 'resposta_html']),
    ('guardar_ligacoes', 'orgao_colegiado', array['id', 'competencias_html']),
    ('guardar_ligacoes', 'reuniao', array['id', 'pauta_html']),
    ('guardar_ligacoes', 'categoria_documento', array['slug', 'ajuda_html']),
    ('guardar_ligacoes', 'menu_item', array['id', 'destino']),
    ('guardar_ligacoes', 'redirecionamento', array['origem', 'destino']),
    ('guardar_ligacoes', 'resultado_promovido', array['id', 'endereco']),
    -- The first button of a service is a link.
    ('guardar_ligacoes', 'servico', array['id', 'inicio_endereco']),
    ('conferir_alvo', 'noticia', array['id', 'publicado']),
    ('conferir_alvo', 'comunicado', array['id', 'publicado']),
    ('conferir_alvo', 'banner_comunicado', array['id', 'publicado']),
    ('conferir_alvo', 'pagina', array['slug', 'slug', 'publicado']),
    ('conferir_alvo', 'servico', array['slug', 'publicado', 'slug']),
    ('conferir_alvo', 'documento', array['id', 'publicado', 'retirado_em']),
    ('conferir_alvo', 'categoria_documento', array['slug', 'ativo']),
    ('conferir_alvo', 'unidade', array['id', 'publicado']),
    ('conferir_alvo', 'arquivo', array['id', 'id'])
  ) f (funcao, tabela, argumentos) loop
    perform public.acionar_por_comando(format('public.%I', f.tabela)::regclass, f.funcao, f.funcao || '_ao_inserir', f.funcao || '_ao_excluir',
      format('edicao.%I(%s)', f.funcao, (select string_agg(quote_literal(a), ', ') from unnest(f.argumentos) a)));
  end loop;
end
$$;
