-- How many e-mails about cases and of news wait, and how many were given up lately or are refused: for operators, who must notice a mail server that
-- refuses everything.

-- Each count comes from partial indexes of what is counted, and ends at ten thousand: more tells nobody more. A message of news waits when it is due,
-- or when the mail server has not taken it yet; what is due within the hour is no delay.
create function public.contar_mensagens(situacao text) returns public.rotina_de_casos language sql stable as $$
  select row((
    select count(*)::integer from (
      select from casos.mensagem m
       where contar_mensagens.situacao = 'a_enviar' and m.enviada_em is null and m.desistida_em is null
      union all
      select from casos.mensagem m
       where contar_mensagens.situacao = 'desistidas' and m.desistida_em > casos.agora() - interval '30 days'
      union all
      select from novidades.assinatura s
       where contar_mensagens.situacao = 'novidades_a_enviar' and s.proxima_em <= novidades.agora() and s.tentativas = 0
      union all
      select from novidades.assinatura s
       where contar_mensagens.situacao = 'novidades_a_enviar' and s.tentativas > 0
      union all
      select from novidades.assinatura s
       where contar_mensagens.situacao = 'novidades_recusadas' and s.recusas > 0
      limit 10000
    ) contadas
  ))::public.rotina_de_casos
$$;
