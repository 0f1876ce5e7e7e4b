// The house rules of the client's source: which folder may use which, no cycles, nothing of the page in the state, no type left open.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const WEB = fileURLToPath(new URL('..', import.meta.url));
/** A module uses modules of its own folder and of those before it. */
const ORDER = ['vendor', 'lib', 'wire', 'board', 'state', 'table', 'editor', 'screens', 'app.js'];
/** What the state may use outside its folder: nothing that needs a page. */
const WITHOUT_PAGE = [/^state\//, /^wire\//, /^board\/geo\.js$/, /^lib\/(words|storage)\.js$/];
const LONGEST_LINE = 120;
const LONGEST_FILE = 500;

/** Every file of the client, by path. @type {Map<string, string>} */
const files = new Map();
for (const entry of await readdir(WEB, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name).slice(WEB.length);
  if (/^(node_modules|tests|vendor)\//.test(path) || !/\.(js|css)$/.test(path)) continue;
  files.set(path, await readFile(join(WEB, path), 'utf8'));
}
const scripts = [...files].filter(([path]) => path.endsWith('.js'));

/** The modules that each module imports. @type {Map<string, string[]>} */
const imports = new Map(scripts.map(([path, text]) => [
  path, [...text.matchAll(/^(?:import|export)\b(?:[^;]*?from)? '([^']+)';/gm)].map(([, to]) => normalize(join(dirname(path), to))),
]));

/** @param {string} path */
const folder = (path) => path.split('/')[0];

test('a module uses only its own folder and those before it', () => {
  assert.ok(scripts.length > 60, 'all of the client is looked at');
  for (const [path, used] of imports) {
    assert.ok(ORDER.includes(folder(path)), `${path} stands in no folder of the client`);
    for (const to of used) assert.ok(ORDER.indexOf(folder(to)) <= ORDER.indexOf(folder(path)), `${path} uses ${to}`);
  }
});

test('no module uses itself by way of others', () => {
  const done = new Set();
  const visit = (path, way) => {
    assert.ok(!way.includes(path), `a cycle: ${[...way, path].join(' → ')}`);
    if (done.has(path)) return;
    for (const to of imports.get(path) ?? []) visit(to, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
});

test('the first page asks for all its modules at once, and for those of no other screen', async () => {
  const needed = new Set();
  const visit = (path) => {
    if (needed.has(path)) return;
    needed.add(path);
    for (const to of imports.get(path) ?? []) visit(to);
  };
  for (const path of ['app.js', 'screens/scramble.js']) visit(path);
  const page = await readFile(join(WEB, 'index.html'), 'utf8');
  const asked = [...page.matchAll(/(?:rel="modulepreload" href|type="module" src)="\/assets\/([^"]+)"/g)].map(([, path]) => path);
  // Modules of the library bring their own.
  const own = (paths) => [...paths].filter((path) => folder(path) !== 'vendor').sort();
  assert.deepEqual(own(asked), own(needed));
  for (const screen of ['table', 'replay', 'editor', 'lab']) assert.ok(!needed.has(`screens/${screen}.js`), `${screen} is fetched early`);
});

test('the state knows nothing of the page', () => {
  const seen = new Set();
  const visit = (path) => {
    if (seen.has(path)) return;
    seen.add(path);
    assert.ok(WITHOUT_PAGE.some((p) => p.test(path)), `the state uses ${path}`);
    for (const to of imports.get(path) ?? []) visit(to);
  };
  for (const path of imports.keys()) if (folder(path) === 'state') visit(path);
});

test('only the state changes the record', () => {
  for (const [path, text] of scripts) {
    if (folder(path) === 'state') continue;
    assert.doesNotMatch(text, /\bstate(\.\w+)+ (=|\+=|\|\|=|\?\?=) |Object\.assign\((this\.)?state\b/, path);
  }
});

test('state and wire leave no type open', () => {
  for (const [path, text] of scripts) {
    if (!['state', 'wire'].includes(folder(path))) continue;
    for (const comment of text.match(/\/\*\*[^]*?\*\//g) ?? []) assert.doesNotMatch(comment, /(?:[{<(|]|=>|: )\s*any\b(?=[\]\[})>,|\s])/, path);
  }
});

test(`no line is longer than ${LONGEST_LINE} characters, no file than ${LONGEST_FILE} lines`, () => {
  for (const [path, text] of files) {
    const lines = text.split('\n');
    assert.ok(lines.length <= LONGEST_FILE + 1, `${path} has ${lines.length} lines`);
    lines.forEach((line, n) => assert.ok(line.length <= LONGEST_LINE, `${path}:${n + 1} has ${line.length} characters`));
  }
});
