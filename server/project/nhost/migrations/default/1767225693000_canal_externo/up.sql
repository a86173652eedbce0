-- A channel that another system takes. The address is one of https with the name of a host, so that a page may show to whom it hands over.
update public.canal_atendimento set nome_externo = null, endereco_externo = null
 where endereco_externo !~* '^https://[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,}(:[0-9]{1,5})?([/?#][^\s<>"\\]*)?$';
alter table public.canal_atendimento
  add constraint canal_atendimento_endereco_externo_forma check (endereco_externo
    ~* '^https://[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,}(:[0-9]{1,5})?([/?#][^\s<>"\\]*)?$'),
  add constraint canal_atendimento_nome_externo_forma check (char_length(btrim(nome_externo)) between 2 and 80);

-- What is submitted on the site after that goes back to who wrote it: a case here would have a protocol that nobody follows. A repetition of what
-- was registered before still gets its receipt, because it inserts nothing.
create function casos.recusar_canal_externo() returns trigger language plpgsql as $$
begin
  if exists (select from public.canal_atendimento k where k.canal = new.canal and k.endereco_externo is not null) then
    perform casos.recusar('canal_externo');
  end if;
  return new;
end
$$;
create trigger a_recusar_canal_externo before insert on casos.caso
  for each row when (new.canal_entrada = 'site' and not new.demonstracao) execute function casos.recusar_canal_externo();
