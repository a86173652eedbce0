-- Five links that nobody has followed are enough for an address, and one that is sent again is one more. Subscriptions were counted, so four of them had
-- a link sent each hour for as long as somebody asked, and were never forgotten.
alter table novidades.assinatura add column links smallint not null default 1;

do $$
declare
  muda record;
  antes text;
  depois text;
begin
  for muda in select * from (values
    ('(select count(*) from (select 1 from novidades.assinatura s where s.email = $1 and s.confirmada_em is null limit 5) q) >= 5',
     '(select coalesce(sum(s.links), 0) from novidades.assinatura s where s.email = $1 and s.confirmada_em is null) >= 5'),
    ('do update set pedida_em = novidades.agora(),', 'do update set links = s.links + 1, pedida_em = novidades.agora(),'),
    ('Five links that nobody has followed are enough for a day.', 'Five links that nobody has followed are enough until they are forgotten.')
  ) f (de, para) loop
    antes := pg_get_functiondef('public.pedir_novidades(text, text, text)'::regprocedure);
    depois := replace(antes, muda.de, muda.para);
    if depois = antes then
      raise exception 'pedir_novidades is not the function that this migration changes';
    end if;
    execute depois;
  end loop;
end
$$;
