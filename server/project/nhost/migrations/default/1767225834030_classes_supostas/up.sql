-- The class of most criteria is not in the public part of the matrix: the page says which ones the institution supposed. An administrator who has the
-- matrix of the year takes the mark away.
alter table public.pntp_criterio add column classe_suposta boolean not null default true;
update public.pntp_criterio set classe_suposta = false where codigo in ('3.1', '4.1');
