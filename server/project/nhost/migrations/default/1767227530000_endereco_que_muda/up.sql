-- A page or a service whose address changes while the public sees it is found at the old address too: bookmarks, printed addresses and other sites
-- lead there. Argument: what stands before the slug in its address.
create function edicao.redirecionar_endereco_antigo() returns trigger language plpgsql as $$
declare
  antigo text := tg_argv[0] || old.slug;
  novo text := tg_argv[0] || new.slug;
begin
  -- The row itself is there.
  delete from public.redirecionamento r where r.origem = novo;
  -- Before the new redirect, so that none passes through another one.
  update public.redirecionamento r set destino = novo where r.destino = antigo;
  insert into public.redirecionamento (origem, destino) values (antigo, novo)
    on conflict (origem) do update set destino = excluded.destino, codigo = excluded.codigo, motivo = null;
  return null;
end
$$;
create trigger redirecionar_endereco after update of slug on public.pagina
  for each row when (old.publicado and new.slug <> old.slug) execute function edicao.redirecionar_endereco_antigo('/paginas/');
create trigger redirecionar_endereco after update of slug on public.servico
  for each row when (old.publicado and new.slug <> old.slug) execute function edicao.redirecionar_endereco_antigo('/servicos/');
