/**
 * Cuts an SQL script into its statements, for messages about a failed one. It knows strings, quoted names, dollar quotes and comments;
 * it does not know `begin atomic` bodies, which it would cut at their inner semicolons. Nothing is ever executed for good from here.
 */
export interface Statement {
  readonly text: string;
  /** Line of its first character in the script, from 1. */
  readonly line: number;
}

// Each alternative is one token that may hold a semicolon; a lone character otherwise.
const tokens = (): RegExp =>
  /--[^\n]*|\/\*|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[\w\u0080-\uffff$]+|[\s\S]/gu;

export function splitStatements(script: string): readonly Statement[] {
  const statements: Statement[] = [];
  let begin: number | undefined;
  const finish = (end: number): void => {
    if (begin !== undefined) statements.push({ text: script.slice(begin, end).trimEnd(), line: lineAt(script, begin) });
    begin = undefined;
  };
  const token = tokens();
  for (let match = token.exec(script); match !== null; match = token.exec(script)) {
    const [text] = match;
    if (text === '/*') token.lastIndex = commentEnd(script, token.lastIndex);
    else if (text === ';') finish(match.index);
    else if (!text.startsWith('--') && text.trim() !== '') {
      begin ??= match.index;
      if (isDollarQuote(text)) token.lastIndex = endAfter(script, text, token.lastIndex);
    }
  }
  finish(script.length);
  return statements;
}

function isDollarQuote(token: string): boolean {
  return token.length > 1 && token.startsWith('$') && token.endsWith('$');
}

function endAfter(script: string, mark: string, from: number): number {
  const at = script.indexOf(mark, from);
  return at === -1 ? script.length : at + mark.length;
}

/** Comments nest in Postgres. */
function commentEnd(script: string, from: number): number {
  let depth = 1;
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  while (depth > 0) {
    const match = mark.exec(script);
    if (match === null) return script.length;
    depth += match[0] === '/*' ? 1 : -1;
  }
  return mark.lastIndex;
}

function lineAt(script: string, index: number): number {
  return script.slice(0, index).split('\n').length;
}
