-- Who has lost the access code asks the staff, which sees no code: the receipt goes once more to the address that the case has, and to no other.
create function public.reenviar_recibo(caso_id uuid) returns public.caso language plpgsql volatile as $$
declare
  atual casos.caso;
begin
  -- Two of the staff who do it at once send one.
  select * into atual from casos.caso c where c.id = reenviar_recibo.caso_id for update;
  if not found then
    perform casos.recusar('nao_encontrado');
  end if;
  if not exists (select from casos.solicitante s where s.caso_id = atual.id and s.email is not null) or atual.demonstracao then
    perform edicao.recusar('segunda_via', '', 'Este caso não tem e-mail: o código só está no recibo que a pessoa recebeu.');
  end if;
  if not exists (select from casos.correio k where k.ativo) then
    perform edicao.recusar('segunda_via', '', 'Este site não envia e-mails. Peça a quem o administra que configure o servidor de e-mail.');
  end if;
  if exists (select from casos.mensagem m
              where m.caso_id = atual.id and m.evento = 'registro' and m.enviada_em is null and m.desistida_em is null) then
    perform edicao.recusar('segunda_via', '', 'O recibo já está na fila de envio: chega em alguns minutos.');
  end if;
  perform casos.avisar(atual.id, 'registro');
  update casos.caso c set andamento = '{"nota": "O recibo foi enviado de novo ao e-mail do registro."}' where c.id = atual.id;
  return (select c from public.caso c where c.id = atual.id);
end
$$;
