-- What the owner of a link follows, without the address: the pages of the links say it, and that it was confirmed before.
create view public.novidade_seguida as
  select null::text as tipo, null::text as valor, null::text as rotulo, null::boolean as confirmada where false;

create function public.consultar_novidades(id bigint) returns setof public.novidade_seguida language sql stable rows 1 as $$
  select a.tipo, a.valor,
         case when a.tipo = 'documentos' then (select c.rotulo from public.categoria_documento c where c.slug = a.valor) end,
         s.confirmada_em is not null
    from novidades.assinatura s join novidades.assunto a on a.id = s.assunto_id where s.id = $1
$$;

-- The message with the link has no news: those that come soon after it is followed do not wait for the hour between two messages of news.
create or replace function public.confirmar_novidades(id bigint) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  quantas integer;
begin
  update novidades.assinatura s
     set confirmada_em = coalesce(s.confirmada_em, novidades.agora()), proxima_em = case when s.confirmada_em is null then null else s.proxima_em end, tentativas = 0,
         enviada_em = case when s.confirmada_em is null then null else s.enviada_em end,
         vista_ate = case when s.confirmada_em is null
           then coalesce((select max(i.ordem) from novidades.item i where i.assunto_id = s.assunto_id), 0) else s.vista_ate end
   where s.id = $1;
  get diagnostics quantas = row_count;
  return row(quantas)::public.rotina_de_casos;
end
$$;
