-- Readers of JSON hold every digit of a number up to fifteen (IEEE 754, binary64). A value with more, as from an import, came out rounded on the
-- pages, in the administration and in the open data. Rows that have one already stay as they are until they are changed.
alter table public.documento add constraint documento_valor_exato
  check (char_length(translate(trim_scale(valor)::text, '-.', '')) <= 15) not valid;
alter table public.pagamento add constraint pagamento_valor_exato
  check (char_length(translate(trim_scale(valor)::text, '-.', '')) <= 15) not valid;
alter table public.numero_documento add constraint numero_documento_valor_exato
  check (char_length(translate(trim_scale(valor)::text, '-.', '')) <= 15) not valid;
