-- The address that answers a criterion is a link of a public page, and follows the one rule for addresses (decision 0036). Rows that are there are looked
-- at when they are next written.
alter table public.pntp_criterio
  add constraint pntp_criterio_endereco_aceito check (endereco = '' or public.endereco_aceito(endereco)) not valid;
