-- Who can answer a case at once does: access is immediate where it can be (Lei 12.527 art. 11), and the answer is the end of the analysis that the
-- law of the ombudsman's office wants (Lei 13.460 art. 12), not a step after it. Terms, texts and history are those of every answer.
insert into casos.transicao (canal, de, para) values ('ouvidoria', 'registrada', 'respondida'), ('sic', 'registrado', 'respondido');
