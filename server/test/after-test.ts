type Step = () => Promise<unknown> | void;

const steps: Step[] = [];

/** Runs the step after the current test, in reverse order of registration. */
export const afterTest = (step: Step) => void steps.push(step);

export async function runStepsAfterTest() {
  for (const step of steps.splice(0).toReversed()) await step();
}
