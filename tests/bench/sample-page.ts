/** A document as large as the site's home page, and about as compressible: 80 KB of HTML, 13 KB in Brotli. The same in every run. */

const WORDS = (
  'aposentadoria pensão benefício servidor contribuição previdência instituto segurado dependente tempo cálculo atuarial relatório ' +
  'transparência licitação conselho deliberativo fiscal reunião ata edital concurso processo requerimento documento certidão prova vida ' +
  'calendário pagamento folha desconto consignado perícia médica recadastramento ouvidoria atendimento unidade horário endereço telefone'
).split(' ');

const CARDS = 130;
const WORDS_A_CARD = 36;

/** Returns the document. */
export function samplePage(): string {
  const next = numbers();
  const word = (): string => WORDS[next() % WORDS.length] ?? '';
  const cards = Array.from({ length: CARDS }, (_, index) => {
    const text = Array.from({ length: WORDS_A_CARD }, () => word() + (next() % 5 === 0 ? ` ${next() % 10_000}` : '')).join(' ');
    return (
      `<article class="cartao cartao-${next() % 6}"><h2 class="titulo"><a href="/noticias/${word()}-${next().toString(36)}">${word()} ` +
      `${word()} ${word()}</a></h2><p class="data"><time datetime="2026-11-${(index % 28) + 1}">${(index % 28) + 1} de novembro de 2026` +
      `</time></p><p class="resumo">${text}</p></article>`
    );
  });
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Início</title></head><body><main>${cards.join('\n')}</main></body></html>`;
}

/** A linear congruential generator (Numerical Recipes, section 7.1); its low bits are poor and left out. */
function numbers(): () => number {
  let state = 20_261_121;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}
