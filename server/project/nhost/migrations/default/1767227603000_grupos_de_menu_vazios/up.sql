-- A group of a menu whose entries had all gone with the demonstration stood alone in the footer, as a title over nothing; and the first screen
-- named the entries that were switched off among the broken links.

create or replace function edicao.trocar_menus() returns trigger language plpgsql as $$
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

create or replace function edicao.religar_menus() returns trigger language plpgsql as $$
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
