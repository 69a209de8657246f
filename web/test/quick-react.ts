import React from 'react';

/**
 * For each element, React's development build records where it was created, for the stacks of its warnings. That took a
 * tenth of the time of these tests. React itself stops after ten thousand elements, but begins again every second.
 */
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals !== null) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });
}
