-- A database of before the base records `busca_texto` of services, which is generated and not yet known before a row is written: where a second person
-- has to approve, each publication looked like a change of the text, and was refused.
update edicao.tabela_auditada set fora = fora || array['busca_texto'] where tabela = 'servico' and 'busca_texto' <> all (fora);
