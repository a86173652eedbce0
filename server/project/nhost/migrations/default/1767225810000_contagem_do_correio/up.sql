-- How many e-mails about cases wait, and how many were given up lately: for operators, who must notice a mail server that refuses everything.

create index mensagem_desistida on casos.mensagem (desistida_em) where desistida_em is not null;

-- Both counts come from a partial index of what is counted, and end at ten thousand: more tells nobody more.
create function public.contar_mensagens(situacao text) returns public.rotina_de_casos language sql stable as $$
  select row((
    select count(*)::integer from (
      select from casos.mensagem m
       where contar_mensagens.situacao = 'a_enviar' and m.enviada_em is null and m.desistida_em is null
      union all
      select from casos.mensagem m
       where contar_mensagens.situacao = 'desistidas' and m.desistida_em > casos.agora() - interval '30 days'
      limit 10000
    ) contadas
  ))::public.rotina_de_casos
$$;
