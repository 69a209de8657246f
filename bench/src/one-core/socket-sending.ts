import { sendSteadily, type SteadyLoad } from '../steady-load.ts';

/** Whether this version of the program accepts messages over the socket. */
export async function knowsSocketSending(load: SteadyLoad): Promise<boolean> {
  const { refusals } = await sendSteadily(load, { rate: 10, warmUpSeconds: 0, seconds: 0.1, maxUnanswered: 1 });
  return !('invalid_input' in refusals);
}
