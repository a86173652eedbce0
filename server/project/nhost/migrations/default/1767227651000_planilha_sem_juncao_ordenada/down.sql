alter function edicao.conferir_planilha(uuid) reset enable_mergejoin;
