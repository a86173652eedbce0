-- A connection keeps the plans of the functions that register a case. The plans that it made while there were few cases read all cases and all files
-- for each submission, and stayed until the statistics of the tables were renewed: on a new site a thousand submissions read half a million rows.
alter function casos.registrar(text, text, text, jsonb) set enable_seqscan = off;
alter function casos.anexar(uuid, jsonb, text) set enable_seqscan = off;
-- What has no index costs so much for the planner then that it would compile the statement.
alter function casos.registrar(text, text, text, jsonb) set jit = off;
alter function casos.anexar(uuid, jsonb, text) set jit = off;
