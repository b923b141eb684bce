/** Pure function of shared data and one input, which other threads know by its name. */
export type Task<Shared, Input, Output> = {
  name: string;
  run: (shared: Shared, input: Input, pause: () => void) => Output;
};

type Work<Shared, Input> = {
  shared: Shared;
  inputs: readonly Input[];
  /** Called between steps with the number of finished inputs; may throw to stop. */
  pause?: ((done: number) => void) | undefined;
};

/**
 * Runs a task on each input, in several threads if the host has them, and returns the results in
 * the order of the inputs. Inputs are started in their order: the longest should come first.
 */
export type Spread = {
  threads: number;
  map: <Shared, Input, Output>(
    task: Task<Shared, Input, Output>,
    work: Work<Shared, Input>,
  ) => Output[];
};

export const inTurn: Spread = {
  threads: 1,
  map: (task, { shared, inputs, pause = () => {} }) =>
    inputs.map((input, done) => task.run(shared, input, () => pause(done))),
};
