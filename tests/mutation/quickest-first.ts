/** The order of test files against a mutant: most mutants die at the first of them, so those that took least time the last time come first. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

export class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toReversed();
  }
}
