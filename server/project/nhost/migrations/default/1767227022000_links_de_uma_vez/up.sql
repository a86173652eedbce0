-- Requests for one address that came at once counted only the links of those before them, so that each connection of the database sent one more than
-- five to somebody who may have asked for none. They now count one after the other. What stands behind a plus names the same mailbox at many providers:
-- each such name had five links of its own.
create function novidades.caixa_postal(email text) returns text language sql immutable as $$
  select regexp_replace(lower(email), '\+[^@]*@', '@')
$$;
create index assinatura_a_confirmar on novidades.assinatura (novidades.caixa_postal(email)) where confirmada_em is null;

create or replace function public.pedir_novidades(email text, tipo text, valor text) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  sentido tsquery := case when tipo = 'busca' then novidades.consulta_de(valor) end;
  assunto bigint;
begin
  if tipo = 'documentos' and not exists (select 1 from public.categoria_documento c where c.slug = valor and c.ativo)
     or tipo = 'busca' and sentido is null then
    return row(0)::public.rotina_de_casos;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('novidades ' || novidades.caixa_postal($1), 0));
  -- Five links that nobody has followed are enough until they are forgotten.
  if (select coalesce(sum(s.links), 0) from novidades.assinatura s where novidades.caixa_postal(s.email) = novidades.caixa_postal($1) and s.confirmada_em is null) >= 5 then
    return row(1)::public.rotina_de_casos;
  end if;
  insert into novidades.assunto as a (tipo, valor, consulta) values (tipo, valor, sentido)
  on conflict on constraint assunto_tipo_valor_key do update set valor = excluded.valor returning a.id into assunto;
  insert into novidades.assinatura as s (assunto_id, email, pedida_em, proxima_em) values (assunto, $1, novidades.agora(), novidades.agora())
  on conflict on constraint assinatura_email_assunto_id_key do update set links = s.links + 1, pedida_em = novidades.agora(), proxima_em = novidades.agora(), tentativas = 0
   where s.confirmada_em is null and s.pedida_em < novidades.agora() - interval '1 hour';
  return row(1)::public.rotina_de_casos;
end
$$;
