/** Reads the instructions of a Dockerfile, as far as ours uses them. */

export interface Instruction {
  /** Upper case. */
  readonly name: string;
  readonly text: string;
}

export interface Stage {
  readonly base: string;
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** Returns the stages in their order, with the values of `ARG` in place. */
export function parseDockerfile(text: string): readonly Stage[] {
  const stages: { base: string; name: string; instructions: Instruction[] }[] = [];
  const values = new Map<string, string>();
  for (const { name, text: given } of instructions(text)) {
    const value = given.replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => values.get(variable) ?? '');
    if (name === 'ARG') {
      const [variable = '', initial = ''] = value.split('=');
      values.set(variable, initial);
    } else if (name === 'FROM') {
      const [base = '', , stage = ''] = value.split(/\s+/);
      stages.push({ base, name: stage, instructions: [] });
    } else {
      // A shell reads the variables of a command itself.
      stages.at(-1)?.instructions.push({ name, text: given });
    }
  }
  return stages;
}

function instructions(text: string): readonly Instruction[] {
  const lines = text.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line));
  const joined = lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  return joined.map((line) => {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    return { name: name.toUpperCase(), text: rest };
  });
}

/** The variables of all `ENV` of a stage; values have no spaces. */
export function environmentOf({ instructions: all }: Stage): Readonly<Record<string, string>> {
  const pairs = all.filter(({ name }) => name === 'ENV').flatMap(({ text }) => text.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
}

/** The command of `CMD`, or of the `CMD` in `HEALTHCHECK`, in its JSON form. @throws where there is none. */
export function commandOf({ instructions: all }: Stage, name: 'CMD' | 'HEALTHCHECK'): readonly string[] {
  const text = all.find((instruction) => instruction.name === name)?.text ?? '';
  return JSON.parse(text.slice(text.indexOf('['))) as readonly string[];
}
