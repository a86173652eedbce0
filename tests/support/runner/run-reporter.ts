/** Sends the counts and the failures of a vitest run to the process that started it. */
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule, TestSuite } from 'vitest/node';
import type { Failure } from './failure-list.ts';

export interface RunReport {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly Failure[];
}

export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    process.send?.(reportOf(modules, unhandledErrors));
  }
}

/** A case that was left out counts as failed: nothing says that it works. */
function reportOf(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): RunReport {
  const cases = modules.flatMap((module) => [...module.children.allTests()]);
  const passed = cases.filter((testCase) => testCase.result().state === 'passed').length;
  const failures = [
    ...modules.flatMap((module) => [module, ...module.children.allSuites()]).map((suite) => failureOf(suite, suite.errors())),
    ...cases.map((testCase) => failureOf(testCase, testCase.result().errors ?? [])),
    ...cases
      .filter((testCase) => testCase.result().state === 'skipped')
      .map((testCase) => ({ name: nameOf(testCase), message: 'left out' })),
    ...unhandledErrors.map((error) => ({ name: 'outside every case', message: textOf(error) })),
  ].filter((failure) => failure !== undefined);
  return { passed, failed: cases.length - passed, failures };
}

function failureOf(place: TestModule | TestSuite | Named, errors: readonly SerializedError[]): Failure | undefined {
  const [first] = errors;
  return first === undefined ? undefined : { name: nameOf(place), message: textOf(first) };
}

interface Named {
  readonly fullName: string;
  readonly module: TestModule;
}

function nameOf(place: TestModule | TestSuite | Named): string {
  return 'fullName' in place ? `${place.module.relativeModuleId} > ${place.fullName}` : place.relativeModuleId;
}

/** The message, the first place of the stack, and the difference. */
function textOf({ message, diff, stack }: SerializedError): string {
  const frame = stack?.split('\n').find((line) => line.trimStart().startsWith('at '));
  return stripVTControlCharacters(`${message}\n${frame ?? ''}\n${typeof diff === 'string' ? diff : ''}`);
}
