-- Where the demonstration was removed its menus went on leading to pages that had gone with it, so visitors met a 404 at fifteen addresses.
-- Such an entry is now switched off with its page, and a group with the last of its entries, which stood in the footer as a title over nothing. They come
-- on again when a page of that address can be read, or with the demonstration.

-- Entries that the removal has switched off and that nobody has switched on since.
create table edicao.menu_desligado (
  id bigint primary key references public.menu_item (id) on delete cascade
);

-- An entry that a person has made stays, and so does one that has others below it: they would leave the menu with it.
create function edicao.trocar_menus() returns trigger language plpgsql as $$
begin
  if new.acao = 'retirar' then
    insert into edicao.menu_desligado (id)
    select m.id
      from public.menu_item m
     where m.ativo
       and exists (select from public.ligacao_quebrada q where q.tabela = 'menu_item' and q.chave = m.id::text and q.alvo_tabela = 'pagina')
       and not exists (select from public.menu_item f where f.pai_id = m.id)
       and not exists (select from public.auditoria a
                        where a.tabela = 'menu_item' and a.chave = m.id::text and a.operacao = 'INSERT' and a.papel is not null)
    on conflict do nothing;
    -- A group goes with the last of its entries.
    insert into edicao.menu_desligado (id)
    select m.id
      from public.menu_item m
     where m.ativo and m.destino is null
       and exists (select from public.menu_item f join edicao.menu_desligado d on d.id = f.id where f.pai_id = m.id)
       and not exists (select from public.menu_item f where f.pai_id = m.id and f.ativo and f.id not in (select d.id from edicao.menu_desligado d))
    on conflict do nothing;
    update public.menu_item m set ativo = false from edicao.menu_desligado d where d.id = m.id;
  else
    update public.menu_item m set ativo = true from edicao.menu_desligado d where d.id = m.id;
  end if;
  return null;
end
$$;
create trigger trocar_menus after insert on public.troca_de_conteudo for each row execute function edicao.trocar_menus();

-- A page whose moment is still to come cannot be read: its entry comes on with the next change of a page after that moment, or by hand.
create function edicao.religar_menus() returns trigger language plpgsql as $$
begin
  if exists (select from edicao.menu_desligado) then
    update public.menu_item m set ativo = true
      from edicao.menu_desligado d
     where d.id = m.id
       and exists (select from edicao.ligacao l
                     join public.pagina p on p.slug = l.alvo_chave
                     join public.pagina_visivel v on v.id = p.id
                    where l.tabela = 'menu_item' and l.chave = m.id::text and l.alvo_tabela = 'pagina');
    update public.menu_item m set ativo = true
      from edicao.menu_desligado d
     where d.id = m.id and exists (select from public.menu_item f where f.pai_id = m.id and f.ativo);
  end if;
  return null;
end
$$;
create trigger religar_menus after insert or update on public.pagina for each statement execute function edicao.religar_menus();

-- From here on the institution decides about the entry.
create function edicao.esquecer_menu_desligado() returns trigger language plpgsql as $$
begin
  delete from edicao.menu_desligado where id = new.id;
  return null;
end
$$;
create trigger esquecer_menu_desligado after update of ativo on public.menu_item for each row when (new.ativo)
  execute function edicao.esquecer_menu_desligado();

-- An entry that is off leads nobody anywhere.
create or replace view public.ligacao_quebrada as
  select l.tabela, l.chave, l.coluna, l.destino, l.alvo_tabela, l.alvo_chave
    from edicao.ligacao l
   where l.quebrada
     and not exists (
       select from public.redirecionamento r
         left join lateral edicao.alvo_de(r.destino) a on true
        where r.origem = rtrim(edicao.caminho(l.destino), '/') and r.codigo <> 410 and edicao.alvo_existe(a.tabela, a.chave))
     and not (l.tabela = 'menu_item' and exists (select from public.menu_item m where m.id::text = l.chave and not m.ativo));
