/**
 * The location of a file: workspace, zone (first folder, or the name of a top-level file) and feature.
 *
 * @typedef {object} Location
 * @property {string} path
 * @property {string | undefined} workspace
 * @property {string | undefined} zone
 * @property {string | undefined} feature
 * @property {boolean} isTest
 */

/**
 * @param {string} path
 * @returns {Location}
 */
export function locate(path) {
  const [workspace, source, first = '', second] = path.split('/');
  const isTest = /\.test\.tsx?$/.test(path) || source === 'test' || workspace === 'e2e';
  const zone = source === 'src' ? first.replace(/\.tsx?$/, '') : undefined;
  return { path, workspace, zone, feature: zone === 'features' ? second : undefined, isTest };
}

/** @type {(file: Location) => boolean} */
export const isServer = (file) => file.workspace === 'server';
/** @type {(file: Location) => boolean} */
export const isWeb = (file) => file.workspace === 'web';

/** Vitest loads these modules after installation; it finds a reporter by its default export. */
export const loadedByVitest = /^scripts\/[\w-]+(?:\.setup|-reporter)\.mjs$/;
