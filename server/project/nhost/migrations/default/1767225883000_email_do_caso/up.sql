-- A citizen who has typed a wrong address corrects it with the protocol and the access code: nobody could, and every message went to a stranger. The receipt
-- goes to the new address. Neither address stands in the history, which the staff reads without a reason.
create function public.corrigir_email(protocolo text, codigo_hash text, tentativa_hash text, email text, chave text default null)
returns setof public.caso_consultado language plpgsql volatile rows 1 as $$
declare
  caso casos.caso := casos.encontrar(protocolo, codigo_hash, tentativa_hash);
begin
  if caso.id is null then
    return;
  elsif casos.ja_feito(caso.id, corrigir_email.chave) then
    return query select * from casos.mostrar(caso);
    return;
  elsif coalesce(trim(corrigir_email.email), '') = '' then
    perform casos.recusar('falta_texto');
  end if;
  update casos.solicitante s set email = corrigir_email.email where s.caso_id = caso.id;
  if not found then
    perform casos.recusar('transicao_proibida');
  end if;
  update casos.caso c
     set andamento = jsonb_build_object('autor', 'sistema', 'descricao', 'O e-mail do registro foi corrigido.', 'chave', corrigir_email.chave)
   where c.id = caso.id returning * into caso;
  perform casos.avisar(caso.id, 'registro');
  return query select * from casos.mostrar(caso);
end
$$;
