-- Restated: publishing ends the request of the content that is published (decision 0150). Changes that were sent while it was published before are
-- another text: they went without a word when the content left the site and came back. They stay for their author, and as they began from an
-- older version nobody carries them out.
create or replace function edicao.encerrar_pedido() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.aprovacao a where a.tabela = tg_table_name and a.chave = new.id::text and a.proposta is null;
  else
    delete from public.aprovacao a using antes d where a.tabela = tg_table_name and a.chave = d.id::text;
  end if;
  return null;
end
$$;
