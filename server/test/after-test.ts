type Step = () => Promise<unknown> | void;

const steps: Step[] = [];

/** Runs after the test that is going on, the latest step first. */
export const afterTest = (step: Step) => void steps.push(step);

export async function runStepsAfterTest() {
  for (const step of steps.splice(0).toReversed()) await step();
}
