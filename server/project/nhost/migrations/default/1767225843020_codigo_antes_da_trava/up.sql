-- A wrong code locked the row of its case, which an unknown protocol does not have: the answer took a tenth longer on a Postgres server, and whoever
-- tried codes held up who answers. The row is locked where the code is right alone.
create or replace function casos.encontrar(protocolo text, codigo_hash text, tentativa_hash text) returns casos.caso language plpgsql as $$
declare
  caso casos.caso;
  inicio timestamptz := casos.agora() - interval '15 minutes';
begin
  delete from casos.tentativa t using (
    select v.ctid from casos.tentativa v where v.em < inicio limit 100 for update skip locked
  ) v where t.ctid = v.ctid;
  if (select count(*) from casos.tentativa t where t.tentativa_hash = encontrar.tentativa_hash and t.em >= inicio) >= 5 then
    perform casos.recusar('muitas_tentativas');
  end if;
  select * into caso from casos.caso c
   where c.protocolo = upper(trim(encontrar.protocolo)) and c.codigo_hash = encontrar.codigo_hash for update;
  if not found then
    insert into casos.tentativa values (encontrar.tentativa_hash, casos.agora());
    return null;
  end if;
  return caso;
end
$$;
