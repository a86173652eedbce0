-- What else of a document the public reads, beside its own texts: none of it shows a whole CPF. Rows that are there are not looked at: they are
-- refused when they are next written.
alter table public.documento add constraint documento_retirada_sem_cpf check (not public.mostra_cpf(retirado_motivo)) not valid;
alter table public.documento_arquivo add constraint documento_arquivo_sem_cpf check (not public.mostra_cpf(rotulo)) not valid;
alter table public.contrato_fiscal
  add constraint contrato_fiscal_sem_cpf check (not public.mostra_cpf(public.juntar_texto(pessoa_nome, portaria))) not valid;
alter table public.declaracao_inexistencia
  add constraint declaracao_inexistencia_sem_cpf check (not public.mostra_cpf(public.juntar_texto(texto, signatario, cargo))) not valid;
