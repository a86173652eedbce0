-- Roles of those who write, and the number by which a writer learns that somebody else has written meanwhile.

-- `administrador` inherits `editor` and `administracao` (metadata/inherited_roles.yaml); no account has `administracao` itself.
insert into auth.roles (role) values ('administrador') on conflict (role) do nothing;

-- The number of the public edition of a document (documento_versao) was called `versao`; that name is now the same in all tables.
alter table public.documento rename column versao to edicao;
alter table public.documento rename constraint documento_versao_check to documento_edicao_check;

-- Raises `versao` with each update. A writer names the number that it has read (`where: {id, versao}`): no row means that another was faster.
-- No client writes the column, and a statement that tries to is overruled.
create function public.versionar() returns trigger language plpgsql as $$
begin
  new.versao := old.versao + 1;
  return new;
end
$$;

-- A later migration that adds a table which people edit gives it `versao` and calls this.
create function public.versionar_linhas(tabela regclass) returns void language plpgsql as $$
begin
  execute format('create trigger versionar before update on %s for each row execute function public.versionar()', tabela);
end
$$;

do $$
declare
  tabela text;
begin
  foreach tabela in array array[
    'arquivo', 'banner_comunicado', 'categoria_documento', 'categoria_noticia', 'comunicado', 'comunicado_arquivo', 'configuracao_site',
    'contato', 'contrato_fiscal', 'declaracao_inexistencia', 'documento', 'documento_arquivo', 'faq_categoria', 'feriado',
    'instituicao_credenciada', 'membro_orgao', 'menu_item', 'noticia', 'orgao_colegiado', 'pagina', 'pergunta_frequente', 'pessoa',
    'progestao_avaliacao', 'progestao_certificacao', 'progestao_evidencia', 'redirecionamento', 'reuniao', 'secao_lai', 'servico',
    'termo_glossario', 'unidade'
  ] loop
    execute format('alter table public.%I add column versao integer not null default 1', tabela);
    if tabela <> 'documento' then
      perform public.versionar_linhas(format('public.%I', tabela)::regclass);
    end if;
  end loop;
end
$$;
-- A new edition is recorded just before the document is changed, in the same request: it must not make that change fail.
create trigger versionar before update on public.documento
  for each row when (new.edicao = old.edicao) execute function public.versionar();

-- What a cache is told of an update leaves out the columns that change with every update.
do $$
begin
  execute replace(pg_get_functiondef('public.notificar_mudanca'::regproc),
    $de$campo.nome <> 'atualizado_em'$de$, $para$campo.nome not in ('atualizado_em', 'versao')$para$);
end
$$;

-- A person records an edition with its reason alone: the number, who and the document as it still is are filled in here. Then the document
-- has its next number.
create function public.preencher_edicao() returns trigger language plpgsql as $$
begin
  select coalesce(new.versao, d.edicao), coalesce(new.snapshot, to_jsonb(d) - array['busca', 'busca_texto'])
    into new.versao, new.snapshot
    from public.documento d where d.id = new.documento_id;
  return new;
end
$$;
create trigger preencher_edicao before insert on public.documento_versao
  for each row when (new.versao is null or new.snapshot is null) execute function public.preencher_edicao();

create function public.avancar_edicao() returns trigger language plpgsql as $$
begin
  update public.documento set edicao = new.versao + 1 where id = new.documento_id and edicao <= new.versao;
  return null;
end
$$;
create trigger avancar_edicao after insert on public.documento_versao for each row execute function public.avancar_edicao();
