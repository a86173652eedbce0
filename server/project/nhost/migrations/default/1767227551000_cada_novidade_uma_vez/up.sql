-- Who follows a list and a search was told of one publication by a message of each. The first of the subscriptions of an address tells it, and for the
-- others it counts as told.
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
      select jsonb_agg(jsonb_build_object('titulo', x.titulo, 'tabela', x.tabela, 'chave', x.chave, 'categoria', x.categoria) order by x.ordem desc)
               filter (where x.lugar <= 20 and not x.contada) as itens,
             (count(*) filter (where not x.contada))::integer as quantos, max(x.ordem) as ate
        from (select i.ordem, p.tabela, p.chave, e.titulo, e.categoria, o.contada,
                     row_number() over (partition by o.contada order by i.ordem desc) as lugar
                from (select * from novidades.item m where m.assunto_id = t.assunto_id and m.ordem > t.vista_ate order by m.ordem desc limit 100) i
                join novidades.publicacao p on p.id = i.publicacao_id
                join indice.item e on e.tabela = p.tabela and e.chave = p.chave
                cross join lateral (
                  select exists (
                    select from novidades.assinatura v join novidades.item m on m.assunto_id = v.assunto_id
                     where v.email = t.email and v.id < t.id and v.confirmada_em <= m.em and m.publicacao_id = p.id) as contada) o
               where novidades.e_visivel(p.tabela, p.chave)) x
    ) n on t.confirmada_em is not null
   order by t.id;
end
$$;
