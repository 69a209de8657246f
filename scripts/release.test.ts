import { expect, test } from 'vitest';
import { cutChangelog, imageTagsOf, isVersion, notesOf } from './release.mjs';

const changelog = '# Changelog\n\n## Unreleased\n\n### Added\n- Calls.\n\n## 0.9.0 (2026-01-02)\n\n- First.\n';
const next = { version: '1.0.0', date: '2026-02-03' };

test('[OPS-270] a release moves unreleased changes under its own heading, and leaves an empty section', () => {
  const cut = cutChangelog(changelog, next);
  expect(cut).toBe(
    '# Changelog\n\n## Unreleased\n\n## 1.0.0 (2026-02-03)\n\n### Added\n- Calls.\n\n## 0.9.0 (2026-01-02)\n\n- First.\n',
  );
  expect(notesOf(cut, '1.0.0')).toBe('### Added\n- Calls.');
  expect(notesOf(cut, '0.9.0')).toBe('- First.');
  expect(notesOf(cut, '1.0')).toBe('');
});

test('[OPS-270] without unreleased changes there is no release', () => {
  expect(() => cutChangelog(cutChangelog(changelog, next), next)).toThrow('nothing under "Unreleased"');
  expect(() => cutChangelog('# Changelog\n', next)).toThrow('no section');
});

test('[OPS-270] only a release moves the tags of its line', () => {
  expect(imageTagsOf('1.2.3')).toEqual(['1.2.3', '1.2', '1', 'latest']);
  expect(imageTagsOf('1.2.3-rc.1')).toEqual(['1.2.3-rc.1']);
  expect(['1.2.3', '1.2.3-rc.1', '1.2', 'v1.2.3', ''].map(isVersion)).toEqual([true, true, false, false, false]);
});
