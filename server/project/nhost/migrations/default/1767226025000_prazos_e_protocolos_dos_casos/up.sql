-- The clock, the terms and the protocol numbers of the cases, and who writes.

-- The numbers of a year begin after the value that the sequence had when the year's first case came. A sequence makes no submission wait for
-- another one; numbers of submissions that failed are left out.
create sequence casos.numero_contato;
create sequence casos.numero_ouvidoria;
create sequence casos.numero_sic;

create table casos.ano_de_protocolo (
  canal text not null references public.canal_atendimento (canal),
  ano integer not null,
  antes bigint not null,
  primary key (canal, ano)
);

-- A refusal that the server has words for. SQLSTATE 22023, because Hasura and the embedded backend pass on the text of that class.
create function casos.recusar(motivo text) returns void language plpgsql as $$
begin
  raise exception 'caso:%', motivo using errcode = 'invalid_parameter_value';
end
$$;

-- The clock of the cases.
create function casos.agora() returns timestamptz language sql stable return now();

-- An SQL function that reads a table, or does more than one expression, is planned again each time that it is called; PL/pgSQL keeps its plans. A
-- registration calls this many times.
create function casos.dia(momento timestamptz) returns date language plpgsql stable strict as $$
begin
  return (momento at time zone coalesce((select c.fuso_horario from public.configuracao_site c limit 1), 'America/Sao_Paulo'))::date;
end
$$;

create function casos.data_atual() returns date language sql stable return casos.dia(casos.agora());

create function casos.dia_util(dia date) returns date language plpgsql stable as $$
begin
  while extract(isodow from dia) > 5 or exists (select from public.feriado f where f.data = dia) loop
    dia := dia + 1;
  end loop;
  return dia;
end
$$;

-- The last day of a term: calendar days without the first one, moved to the next working day.
create function casos.fim_do_prazo(inicio date, dias integer) returns date language sql stable return casos.dia_util(inicio + dias);

-- Where the norm says that waiting for the citizen suspends the term and ends without an answer, the citizen is told until when to answer. The day
-- moves to a working day like every other term, and shelving waits for it.
create function casos.complementar_ate(caso casos.caso) returns date language sql stable as $$
  select casos.fim_do_prazo(casos.dia(caso.aguardando_desde), k.dias_complementacao)
    from public.canal_atendimento k
   where k.canal = caso.canal and k.complementacao_suspende_prazo and caso.identificado and caso.situacao = 'aguardando_complementacao'
$$;

-- While the term is suspended no days of it are counted.
create function casos.prazo_suspenso(caso casos.caso) returns boolean language sql stable as $$
  select caso.aguardando_desde is not null and k.complementacao_suspende_prazo from public.canal_atendimento k where k.canal = caso.canal
$$;

-- Modulo 11 over the digits of year and number, weights 2 to 9 from the right; 10 and 11 give 0.
create function casos.digito_verificador(digitos text) returns integer language plpgsql immutable strict as $$
declare
  soma integer := 0;
begin
  for i in 1 .. length(digitos) loop
    soma := soma + substr(digitos, length(digitos) + 1 - i, 1)::integer * (2 + (i - 1) % 8);
  end loop;
  return case when 11 - soma % 11 > 9 then 0 else 11 - soma % 11 end;
end
$$;

create function casos.novo_protocolo(canal text, prefixo text, ano integer) returns text language plpgsql as $$
declare
  valor bigint;
  numero bigint;
  digitos text;
begin
  loop
    valor := nextval(format('casos.numero_%I', novo_protocolo.canal)::regclass);
    insert into casos.ano_de_protocolo values (novo_protocolo.canal, novo_protocolo.ano, valor - 1) on conflict do nothing;
    select valor - a.antes into numero from casos.ano_de_protocolo a where a.canal = novo_protocolo.canal and a.ano = novo_protocolo.ano;
    -- Another submission began the year meanwhile with a later value.
    exit when numero > 0;
  end loop;
  digitos := lpad(numero::text, greatest(6, length(numero::text)), '0');
  return format('%s-%s-%s-%s', prefixo, ano, digitos, casos.digito_verificador(ano::text || digitos));
end
$$;

create function casos.quem() returns uuid language sql stable return (
  select case when s.id ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then s.id::uuid end
    from (select nullif(current_setting('hasura.user', true), '')::jsonb ->> 'x-hasura-user-id' as id) s
);

create function casos.papel() returns text language sql stable
  return nullif(current_setting('hasura.user', true), '')::jsonb ->> 'x-hasura-role';
