-- A link that was asked for again came in a message with the name of the first one, and a mailbox shows one of the two. Of a link `ate` says which of
-- the subscription's links it is; until it is followed the subscription has been told of nothing, and then it begins with what there is.
create or replace function public.reservar_novidades(limite integer, segundos integer) returns setof public.novidade_a_enviar language plpgsql volatile rows 10 as $$
begin
  return query
  with tomada as (
    update novidades.assinatura s set tentativas = s.tentativas + 1, proxima_em = novidades.agora() + make_interval(secs => segundos)
     where s.id in (
       select v.id from novidades.assinatura v where v.proxima_em <= novidades.agora()
        order by v.proxima_em, v.id limit least(limite, 100) for update skip locked)
    returning s.*
  )
  select t.id, t.tentativas, t.email, t.confirmada_em is not null, a.tipo, a.valor,
         case when a.tipo = 'documentos' then (select c.rotulo from public.categoria_documento c where c.slug = a.valor) end,
         coalesce(n.itens, '[]'), coalesce(n.quantos, 0),
         case when t.confirmada_em is null then t.links else coalesce(n.ate, t.vista_ate) end
    from tomada t join novidades.assunto a on a.id = t.assunto_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('titulo', x.titulo, 'tabela', x.tabela, 'chave', x.chave, 'categoria', x.categoria) order by x.ordem desc) filter (where x.lugar <= 20) as itens,
             count(*)::integer as quantos, max(x.ordem) as ate
        from (select i.ordem, p.tabela, p.chave, e.titulo, e.categoria, row_number() over (order by i.ordem desc) as lugar
                from (select * from novidades.item m where m.assunto_id = t.assunto_id and m.ordem > t.vista_ate order by m.ordem desc limit 100) i
                join novidades.publicacao p on p.id = i.publicacao_id
                join indice.item e on e.tabela = p.tabela and e.chave = p.chave
               where novidades.e_visivel(p.tabela, p.chave)) x
    ) n on t.confirmada_em is not null
   order by t.id;
end
$$;
