import { AppError } from '../src/platform/errors.ts';

/** The error code with which the policy refuses, or null. */
export function refusalOf(decide: () => void): string | null {
  try {
    decide();
    return null;
  } catch (error) {
    return error instanceof AppError ? error.code : 'not an AppError';
  }
}
