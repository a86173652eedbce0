-- A payment of a day that has not come is a wrong date, and the page of the purchase adds it to "Pago até agora". Rows that are there are looked at
-- when they are next written.
create function edicao.conferir_dia_do_pagamento() returns trigger language plpgsql as $$
begin
  if new.pago_em > public.hoje() then
    perform edicao.recusar('pagamento_no_passado', 'pago_em',
      format('O pagamento de %s ainda não foi feito: confira a data.', to_char(new.pago_em, 'DD/MM/YYYY')));
  end if;
  return new;
end
$$;
create trigger conferir_dia_do_pagamento before insert or update of pago_em on public.pagamento
  for each row execute function edicao.conferir_dia_do_pagamento();
