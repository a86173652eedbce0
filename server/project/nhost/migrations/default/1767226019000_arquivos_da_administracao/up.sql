-- Files that were replaced, and what an editor has to look after in files: documents without one, pictures without a description, texts that
-- cannot be searched.

create index arquivo_substituido_por on public.arquivo (substituido_por_id) where substituido_por_id is not null;

-- A file that was replaced names the newest one that took its place: who names a replaced one names its substitute, and when a substitute is
-- replaced itself, the files that name it follow.
create function edicao.seguir_substituto() returns trigger language plpgsql as $$
begin
  select coalesce(s.substituido_por_id, s.id) into new.substituido_por_id from public.arquivo s where s.id = new.substituido_por_id;
  if new.substituido_por_id = new.id then
    perform edicao.recusar('arquivo_nao_se_substitui', 'substituido_por_id', 'Um arquivo não pode substituir a si mesmo.');
  end if;
  return new;
end
$$;
create trigger seguir_substituto before insert or update of substituido_por_id on public.arquivo
  for each row when (new.substituido_por_id is not null) execute function edicao.seguir_substituto();

create function edicao.levar_substituidos() returns trigger language plpgsql as $$
begin
  update public.arquivo set substituido_por_id = new.substituido_por_id where substituido_por_id = new.id;
  return null;
end
$$;
create trigger levar_substituidos after update of substituido_por_id on public.arquivo
  for each row when (new.substituido_por_id is not null) execute function edicao.levar_substituidos();

-- An earlier version is written without a hash before the description changes, and takes that over as it still is. A file that was never
-- described has none.
create function public.copiar_versao_de_arquivo() returns trigger language plpgsql as $$
declare
  atual public.arquivo;
begin
  select * into atual from public.arquivo where id = new.substituido_por_id;
  if not found then
    new.substituido_por_id := null;
    return new;
  end if;
  new.nome := atual.nome;
  new.caminho_storage := atual.caminho_storage;
  new.mime := atual.mime;
  new.tamanho_bytes := atual.tamanho_bytes;
  new.sha256 := atual.sha256;
  new.paginas := atual.paginas;
  new.pesquisavel := atual.pesquisavel;
  new.texto_extraido := atual.texto_extraido;
  new.idioma := atual.idioma;
  new.alt := atual.alt;
  new.largura := atual.largura;
  new.altura := atual.altura;
  new.foco_x := atual.foco_x;
  new.foco_y := atual.foco_y;
  new.confirmacoes := atual.confirmacoes;
  new.avisos := atual.avisos;
  new.enviado_em := atual.enviado_em;
  return new;
end
$$;
create trigger copiar_versao before insert on public.arquivo
  for each row when (new.substituido_por_id is not null and new.sha256 is null) execute function public.copiar_versao_de_arquivo();

-- Documents that have neither a file nor an address outside, kept as rows because no index can tell them.
create table edicao.documento_sem_arquivo (documento_id bigint primary key references public.documento (id) on delete cascade);

create function edicao.conferir_arquivos(documentos bigint[]) returns void language plpgsql as $$
begin
  if documentos is null then
    return;
  end if;
  delete from edicao.documento_sem_arquivo s where s.documento_id = any (documentos) and (
    exists (select from public.documento_arquivo a where a.documento_id = s.documento_id)
    or exists (select from public.documento d where d.id = s.documento_id and d.url_externa is not null));
  insert into edicao.documento_sem_arquivo
    select d.id from public.documento d
     where d.id = any (documentos) and d.url_externa is null
       and not exists (select from public.documento_arquivo a where a.documento_id = d.id)
    on conflict do nothing;
end
$$;

create function edicao.conferir_documento() returns trigger language plpgsql as $$
declare
  documentos bigint[];
begin
  if tg_op = 'UPDATE' then
    select pg_catalog.array_agg(d.id) into documentos from depois d join antes a using (id) where d.url_externa is distinct from a.url_externa;
  else
    select pg_catalog.array_agg(d.id) into documentos from depois d;
  end if;
  perform edicao.conferir_arquivos(documentos);
  return null;
end
$$;
create trigger conferir_arquivos after update on public.documento
  referencing old table as antes new table as depois for each statement execute function edicao.conferir_documento();

create function edicao.conferir_documento_do_arquivo() returns trigger language plpgsql as $$
declare
  documentos bigint[];
begin
  if tg_op = 'DELETE' then
    select pg_catalog.array_agg(distinct a.documento_id) into documentos from antes a;
  else
    select pg_catalog.array_agg(distinct d.documento_id) into documentos from depois d;
  end if;
  perform edicao.conferir_arquivos(documentos);
  return null;
end
$$;

create view public.documento_sem_arquivo as
  select d.id, d.categoria_slug, d.titulo, d.publicado, d.atualizado_em
    from edicao.documento_sem_arquivo s join public.documento d on d.id = s.documento_id
   where d.retirado_em is null;

create index arquivo_sem_alternativo on public.arquivo (enviado_em desc) where mime like 'image/%' and coalesce(alt, '') = '';
create view public.imagem_sem_alternativo as
  select id, nome, mime, enviado_em from public.arquivo where mime like 'image/%' and coalesce(alt, '') = '';

create index arquivo_pdf_sem_texto on public.arquivo (enviado_em desc) where mime = 'application/pdf' and pesquisavel is not true;
create view public.arquivo_sem_texto as
  select id, nome, paginas, enviado_em from public.arquivo where mime = 'application/pdf' and pesquisavel is not true;

-- Documents without a file are looked for once for all rows of a statement.
create trigger conferir_arquivos_ao_inserir after insert on public.documento
  referencing new table as depois for each statement execute function edicao.conferir_documento();

create trigger conferir_arquivos_ao_inserir after insert on public.documento_arquivo
  referencing new table as depois for each statement execute function edicao.conferir_documento_do_arquivo();

create trigger conferir_arquivos_ao_excluir after delete on public.documento_arquivo
  referencing old table as antes for each statement execute function edicao.conferir_documento_do_arquivo();
