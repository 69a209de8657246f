/** How long a test waits for what it expects: `npm test` sets it by the speed of the machine. */
export const deadlineMs = Number(process.env['TEST_DEADLINE_MS'] ?? 30_000);
/** A test waits several times, after it has prepared people and pages. */
export const testDeadlineMs = 5 * deadlineMs;
