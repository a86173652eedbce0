-- An entry of a menu that the removal of the demonstration had switched off came on with the next save of any page after the moment of its own, which
-- nobody makes once a scheduled page is approved. It comes on with the approval now, and visitors see it from the moment on: an entry to a page that is
-- still to come led to a 404, whoever had made it.

-- Entries that visitors see: that are on, as is the one that holds them, and whose page is not still to come. A group goes with its entries,
-- or it would stand in the footer as a title over nothing. The page of open data has an address of its own, which is there before its text.
create view public.menu_item_visivel as
  with espera as (
    select l.chave from edicao.ligacao l join public.pagina p on p.slug = l.alvo_chave
     where l.tabela = 'menu_item' and l.alvo_tabela = 'pagina' and p.publicado and p.publicado_em > now() and p.slug <> 'dados-abertos'
  )
  select m.id from public.menu_item m
   where m.ativo and m.id::text not in (select e.chave from espera e)
     and (m.pai_id is null or exists (select from public.menu_item g where g.id = m.pai_id and g.ativo))
     and (m.destino is not null
       or not exists (select from public.menu_item f where f.pai_id = m.id and f.ativo and f.id::text in (select e.chave from espera e))
       or exists (select from public.menu_item f where f.pai_id = m.id and f.ativo and f.id::text not in (select e.chave from espera e)));

-- Restated, for pages that are still to come.
create or replace function edicao.religar_menus() returns trigger language plpgsql as $$
begin
  if exists (select from edicao.menu_desligado) then
    update public.menu_item m set ativo = true
      from edicao.menu_desligado d
     where d.id = m.id
       and exists (select from edicao.ligacao l
                     join public.pagina p on p.slug = l.alvo_chave and p.publicado
                    where l.tabela = 'menu_item' and l.chave = m.id::text and l.alvo_tabela = 'pagina');
    update public.menu_item m set ativo = true
      from edicao.menu_desligado d
     where d.id = m.id and exists (select from public.menu_item f where f.pai_id = m.id and f.ativo);
  end if;
  return null;
end
$$;

-- Of no page, for the pages that were approved before.
update public.pagina set slug = slug where false;
