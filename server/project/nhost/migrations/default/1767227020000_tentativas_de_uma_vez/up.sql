-- Attempts that came at once counted only those that were committed before them, so that each connection of the database gave one more than five.
-- Those of one origin now count one after the other: what a request finds is known before the next one looks.
create or replace function casos.encontrar(protocolo text, codigo_hash text, tentativa_hash text) returns casos.caso language plpgsql as $$
declare
  caso casos.caso;
  inicio timestamptz := casos.agora() - interval '15 minutes';
begin
  perform pg_advisory_xact_lock(hashtextextended('tentativa ' || encontrar.tentativa_hash, 0));
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
