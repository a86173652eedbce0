// Applies the visitor's theme, text size, simple mode and closed notice before the first paint, and says whether the browser can read aloud. The rules are those of client/accessibility/preferences.ts,
// repeated here because this file must run at once, without modules; a test runs both against the same table.
(function (raiz, janela) {
  raiz.setAttribute('data-script', '');
  if ('speechSynthesis' in janela) raiz.setAttribute('data-voz', '');
  var dados = {};
  try {
    dados = JSON.parse(janela.localStorage.getItem('preferencias') || '{}') || {};
  } catch {
    // Blocked storage or a foreign entry: the system's preference rules.
  }
  var pede = function (consulta) {
    return janela.matchMedia(consulta).matches;
  };
  var maisContraste = pede('(prefers-contrast: more)');
  var tema = dados.tema === 'claro' || dados.tema === 'escuro' ? dados.tema : null;
  if (dados.contraste === true) tema = 'contraste';
  else if (maisContraste && dados.contraste !== false) tema = null;
  else if (maisContraste && tema === null) tema = pede('(prefers-color-scheme: dark)') ? 'escuro' : 'claro';
  if (tema !== null) raiz.setAttribute('data-tema', tema);
  if (dados.texto === 1 || dados.texto === 2 || dados.texto === 3) raiz.setAttribute('data-texto', String(dados.texto));
  if (dados.simples === true) raiz.setAttribute('data-simples', 'sim');
  if (dados.avisoFechado === true) raiz.setAttribute('data-aviso', 'fechado');
})(document.documentElement, window);
