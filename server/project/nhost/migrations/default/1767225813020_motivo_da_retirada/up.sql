-- Why an old address leads nowhere, for whoever still has it. A redirect needs no reason.
alter table public.redirecionamento
  add column motivo text check (motivo <> ''),
  add constraint redirecionamento_motivo_da_retirada check (motivo is null or codigo = 410);
