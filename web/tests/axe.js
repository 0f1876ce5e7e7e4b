// Whether a page can be used by everybody, as far as a program can tell.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Axe is put in by the debugger, not by a script element, so the page's own policy stays in force. */
export async function check(page, name) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const violations = await page.evaluate(async () => (await /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ['violations'] })).violations);
  const found = violations.map((v) => `${name}: ${v.id} (${v.help}) ${v.nodes.slice(0, 3).map((n) => `${n.target.join(' ')}: ${n.any[0]?.message ?? ''}`).join(' | ')}`);
  assert.deepEqual(found, []);
}
