import * as React from 'react';

/**
 * In development React records where each element was created, for its warnings: a stack trace for each of the thousands
 * of elements of a page, which took an eighth of the time of these tests. It stops by itself where there are too many.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as Record<
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  object | undefined
>;
if (internals) Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });
