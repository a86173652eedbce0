-- A file whose content is replaced keeps its id and address. What it was stays as a file of its own that names it as its substitute.

-- Deleting a file deletes its description, unless something refers to that. Its earlier versions stay, for editors alone.
alter table public.arquivo drop constraint arquivo_id_fkey, drop constraint arquivo_substituido_por_id_fkey;
alter table public.arquivo
  add constraint arquivo_id_fkey foreign key (id) references storage.files (id) on delete cascade,
  add constraint arquivo_substituido_por_id_fkey foreign key (substituido_por_id) references public.arquivo (id) on delete set null,
  -- What was confirmed in spite of the inspection of the upload: {codigos: [...], justificativa}.
  add column confirmacoes jsonb check (jsonb_typeof(confirmacoes) = 'object');

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
  new.enviado_em := atual.enviado_em;
  return new;
end
$$;
create trigger copiar_versao before insert on public.arquivo
  for each row when (new.substituido_por_id is not null and new.sha256 is null) execute function public.copiar_versao_de_arquivo();
