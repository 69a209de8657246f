import { checkLicences } from './licences.mjs';
import { ensureInstalled, runNpm } from './install.mjs';
import { requireNode } from './node-version.mjs';

/*
 * Checks licences and known vulnerabilities of our packages. A registry that does not answer is reported with exit code
 * 2, so that it is not mistaken for "nothing found".
 */
const audits = [
  { name: 'licences', run: auditLicences },
  {
    name: 'known vulnerabilities in what runs (npm audit --omit=dev)',
    run: () => auditWithNpm(['audit', '--omit=dev']),
  },
  { name: 'known vulnerabilities in what builds and tests (npm audit)', run: () => auditWithNpm(['audit']) },
  { name: 'signatures of the registry (npm audit signatures)', run: () => auditWithNpm(['audit', 'signatures']) },
];

requireNode();
await ensureInstalled();
const answers = [];
for (const { name, run } of audits) {
  const { answer, text } = await run();
  answers.push(answer);
  console.log(`${answer.padEnd(11)} ${name}`);
  if (answer !== 'ok') console.log(text.trimEnd());
}
process.exitCode = answers.includes('FAILED') ? 1 : answers.includes('NO ANSWER') ? 2 : 0;

async function auditLicences() {
  const lines = await checkLicences();
  return { answer: lines.length === 0 ? 'ok' : 'FAILED', text: lines.join('\n') };
}

/** @param {string[]} args */
async function auditWithNpm(args) {
  const { isGood, text } = await runNpm(args, { isQuiet: true, env: { npm_config_loglevel: 'error' } });
  if (isGood) return { answer: 'ok', text };
  const isUnreachable = /endpoint returned an error|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|network/i.test(text);
  return isUnreachable
    ? { answer: 'NO ANSWER', text: 'The registry could not be asked; nothing is known either way.' }
    : { answer: 'FAILED', text };
}
