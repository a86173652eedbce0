-- The receipt of an appeal tells the term and the authority of that appeal, and whether it is decided by now: a receipt that left late took both from
-- the case, which may have gone on to the next instance.
create or replace function public.reservar_mensagens(limite integer, segundos integer) returns setof public.mensagem_a_enviar language plpgsql volatile rows 10 as $$
begin
  return query
  with tomada as (
    update casos.mensagem m set tentativas = m.tentativas + 1, proxima_em = casos.agora() + make_interval(secs => segundos)
     where m.id in (
       select v.id from casos.mensagem v
        where v.enviada_em is null and v.desistida_em is null and v.proxima_em <= casos.agora()
        order by v.proxima_em, v.id limit least(limite, 100) for update skip locked)
    returning m.*
  )
  select t.id, t.tentativas, t.evento, s.email, c.protocolo, c.canal, case t.evento when 'registro' then c.chave end, c.registrado_em,
         coalesce(r.prazo_em, c.prazo_em),
         c.recurso_ate, case when t.evento = 'resposta' and c.canal = 'contato' then c.resposta end,
         case t.evento when 'registro' then c.codigo_hash end,
         case t.evento when 'complementacao' then casos.complementar_ate(c) end,
         case r.instancia when 1 then k.autoridade_recurso_1 when 2 then k.autoridade_recurso_2 else casos.autoridade_do_recurso(c) end,
         case when r.instancia is null then c.respondido_em is not null else r.decidido_em is not null end
    from tomada t join casos.caso c on c.id = t.caso_id join casos.solicitante s on s.caso_id = c.id
    join public.canal_atendimento k on k.canal = c.canal
    -- A message is queued in the transaction of its appeal.
    left join lateral (
      select x.instancia, x.prazo_em, x.decidido_em from casos.recurso x
       where t.evento = 'recurso' and x.caso_id = c.id and x.interposto_em <= t.criada_em order by x.instancia desc limit 1
    ) r on true
   order by t.id;
end
$$;
