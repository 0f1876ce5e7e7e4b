// A small Markdown reader for digests and guides: headings, paragraphs, lists, tables, code, emphasis. It makes
// elements, never HTML text, so nothing in a digest can be more than words.

import { add, h } from './dom.js';
import { chip } from './chip.js';

/** The rules that exist. @type {Set<string>} */
let known = new Set();

/**
 * @param {string} text
 * @param {{ lead?: number, ids?: Set<string>, draw?: (json: string) => HTMLElement }} [how] `lead`: level of the
 *   highest heading; `ids`: rules that get a chip where they are named; `draw`: makes a picture of a diagram
 */
export function markdown(text, how = {}) {
  if (how.ids) known = how.ids;
  const lines = text.replace(/\r/g, '').split('\n');
  /** @type {HTMLElement[]} */
  const out = [];
  let n = 0;
  while (n < lines.length) {
    const line = lines[n];
    if (!line.trim()) {
      n++;
    } else if (line.startsWith('```')) {
      const end = lines.findIndex((l, m) => m > n && l.startsWith('```'));
      const stop = end < 0 ? lines.length : end;
      const block = lines.slice(n + 1, stop).join('\n');
      const drawn = line === '```diagram' ? how.draw?.(block) : null;
      out.push(drawn ?? h('pre', { tabindex: '0' }, h('code', null, block)));
      n = stop + 1;
    } else if (/^#{1,6} /.test(line)) {
      out.push(heading(line, how.lead ?? 1));
      n++;
    } else if (/^(---+|\*\*\*+)\s*$/.test(line)) {
      out.push(h('hr'));
      n++;
    } else if (line.startsWith('|')) {
      const [node, next] = table(lines, n);
      out.push(node);
      n = next;
    } else if (/^\s*([-*]|\d+\.) /.test(line)) {
      const [node, next] = list(lines, n);
      out.push(node);
      n = next;
    } else if (line.startsWith('> ')) {
      const quote = take(lines, n, (l) => l.startsWith('>'));
      out.push(h('blockquote', null, markdown(quote.map((l) => l.replace(/^> ?/, '')).join('\n'))));
      n += quote.length;
    } else {
      const para = take(lines, n, (l) => !!l.trim() && !/^(#{1,6} |\||```|\s*[-*] |\d+\. |---)/.test(l));
      const rows = para.length ? para : [line];
      out.push(paragraph(rows.join(' ')));
      n += rows.length;
    }
  }
  return out;
}

/** @param {string[]} lines @param {number} from @param {(l: string) => boolean} wanted */
function take(lines, from, wanted) {
  let n = from;
  while (n < lines.length && wanted(lines[n])) n++;
  return lines.slice(from, n);
}

/** @param {string} line @param {number} lead */
function heading(line, lead) {
  const hashes = line.match(/^#+/)?.[0].length ?? 1;
  const text = line.slice(hashes).trim();
  const level = Math.min(6, hashes + lead - 1);
  const tag = /** @type {'h2'} */ (`h${level}`);
  return h(tag, { id: anchor(text) }, inline(text));
}

/** The id of a heading. @param {string} text */
export const anchor = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** @param {string} text */
function paragraph(text) {
  const label = text.match(/^(Ruling(?: \(designed\))?|Example):/)?.[1];
  const kind = label?.startsWith('Ruling') ? 'ruling' : label ? 'example' : null;
  return h('p', { class: kind }, inline(text));
}

/** @param {string[]} lines @param {number} from @returns {[HTMLElement, number]} */
function table(lines, from) {
  const rows = take(lines, from, (l) => l.startsWith('|'));
  const cells = rows.map((r) =>
    r
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((c) => c.trim().replace(/\\\|/g, '|')),
  );
  const ruled = cells[1]?.every((c) => /^:?-+:?$/.test(c));
  const head = ruled ? cells[0] : null;
  const body = ruled ? cells.slice(2) : cells;
  const named = head && head.some((c) => c);
  return [
    h(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Table' },
      h(
        'table',
        null,
        named &&
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              head.map((c) => (c ? h('th', { scope: 'col' }, inline(c)) : h('td'))),
            ),
          ),
        h(
          'tbody',
          null,
          body.map((r) =>
            h(
              'tr',
              null,
              r.map((c) => h('td', null, inline(c))),
            ),
          ),
        ),
      ),
    ),
    from + rows.length,
  ];
}

/** @param {string[]} lines @param {number} from @returns {[HTMLElement, number]} */
function list(lines, from) {
  const depth = (/** @type {string} */ l) => l.match(/^\s*/)?.[0].length ?? 0;
  const own = depth(lines[from]);
  const ordered = /^\s*\d+\./.test(lines[from]);
  const items = [];
  let n = from;
  while (n < lines.length) {
    const line = lines[n];
    if (!line.trim() || depth(line) < own) break;
    if (depth(line) === own) {
      if (!/^\s*([-*]|\d+\.) /.test(line)) break;
      items.push(h('li', null, inline(line.replace(/^\s*([-*]|\d+\.) /, ''))));
      n++;
    } else if (/^\s*([-*]|\d+\.) /.test(line)) {
      const [node, next] = list(lines, n);
      items[items.length - 1]?.append(node);
      n = next;
    } else {
      if (items.length) add(items[items.length - 1], [' ', inline(line.trim())]);
      n++;
    }
  }
  return [ordered ? h('ol', null, items) : h('ul', null, items), n];
}

/**
 * Emphasis, code, links and rule ids within a line.
 * @param {string} text
 * @returns {import('./dom.js').Child[]}
 */
function inline(text) {
  const found = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\((?:https?:\/\/|#|\/|rule:)[^)\s]+\))/);
  return found
    .filter((t) => t !== '')
    .map((t) => {
      if (/^`[^`]+`$/.test(t)) {
        const code = t.slice(1, -1);
        return known.has(code) ? chip(code) : h('code', null, code);
      }
      if (t.startsWith('**')) return h('strong', null, inline(t.slice(2, -2)));
      if (/^\*[^*]+\*$/.test(t)) return h('em', null, t.slice(1, -1));
      const link = t.match(/^\[([^\]]+)\]\(([^)]+)\)$/);
      if (!link) return t;
      const rule = link[2].match(/^rule:(.+)$/)?.[1];
      return rule ? ruleLink(rule, link[1]) : h('a', { href: link[2], rel: 'noreferrer' }, link[1]);
    });
}

/** A word that leads to a rule. @param {string} id @param {string} word */
const ruleLink = (id, word) => h('a', { href: `/rules/${id.split('/')[0]}#${id}`, 'data-rule': id }, word);
