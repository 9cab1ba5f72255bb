import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The corpora take minutes a file: begun last, they would keep one worker busy while the others have nothing left. */
const isLong = ({ moduleId }: TestSpecification): number => Number(moduleId.includes("/test/adversarial/"));

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => isLong(b) - isLong(a));
  }
}
