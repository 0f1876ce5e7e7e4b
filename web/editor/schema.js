// What the JSON Schema of a scenario says of a field, as a form needs it. Knows no game: fields, their kinds and what
// is said of them come from the server.

import { named } from '../lib/words.js';

/**
 * @typedef {{ [key: string]: unknown, type?: string | string[], properties?: Record<string, Schema>, items?: Schema,
 *   required?: string[], anyOf?: Schema[], oneOf?: Schema[], enum?: unknown[], const?: unknown, $ref?: string,
 *   description?: string, default?: unknown, minimum?: number, maximum?: number, minItems?: number, maxItems?: number,
 *   additionalProperties?: boolean | Schema, $defs?: Record<string, Schema> }} Schema
 */
/** @typedef {{ value: unknown, says: string }} Word */
/** @typedef {{ says: string, schema: Schema }} Variant */
/**
 * What kind of field it is. `raw` is whatever has no better form: it is written as JSON.
 * @typedef {{ kind: 'text' | 'switch' | 'raw' } | { kind: 'number', min?: number, max?: number } |
 *   { kind: 'word', words: Word[] } | { kind: 'words', words: Word[] } | { kind: 'texts' | 'numbers' } |
 *   { kind: 'pair' | 'points' } | { kind: 'list', item: Schema } | { kind: 'map', value: Schema, keys: string[] } |
 *   { kind: 'fields', fields: { name: string, schema: Schema, needed: boolean }[] } |
 *   { kind: 'variants', variants: Variant[] }} Shape
 */

/** A schema with what it refers to. @param {Schema} schema @param {Schema} root @returns {Schema} */
export function resolved(schema, root) {
  if (!schema.$ref) return schema;
  const { $ref, ...own } = schema;
  const found = root.$defs?.[$ref.split('/').at(-1) ?? ''] ?? {};
  return { ...resolved(found, root), ...own };
}

/** @param {Schema} schema */
const isNull = (schema) => schema.type === 'null';

/** @param {Schema} given @param {Schema} root @returns {Shape} */
export function shape(given, root) {
  const schema = resolved(given, root);
  const all = schema.oneOf ?? schema.anyOf;
  if (all) {
    const some = all.map((s) => resolved(s, root)).filter((s) => !isNull(s));
    if (some.length === 1) return shape(some[0], root);
    const words = some.flatMap((s) => wordsOf(s) ?? []);
    if (some.every((s) => wordsOf(s))) return { kind: 'word', words };
    // Words and anything else: each word is a variant of its own.
    const variants = some.flatMap((s) =>
      (wordsOf(s) ?? [null]).map((w) =>
        w ? { says: spokenWord(w), schema: { const: w.value } } : { says: spoken(s), schema: s }));
    return { kind: 'variants', variants };
  }
  const words = wordsOf(schema);
  if (words) return { kind: 'word', words };
  const type = Array.isArray(schema.type) ? schema.type.find((t) => t !== 'null') : schema.type;
  if (type === 'string') return { kind: 'text' };
  if (type === 'boolean') return { kind: 'switch' };
  if (type === 'integer' || type === 'number') return { kind: 'number', min: schema.minimum, max: schema.maximum };
  if (type === 'array' && schema.items) return listShape(schema, schema.items, root);
  if (type === 'object' || schema.properties) return objectShape(schema, root);
  return { kind: 'raw' };
}

/** @param {Schema} schema @param {Schema} items @param {Schema} root @returns {Shape} */
function listShape(schema, items, root) {
  const item = shape(items, root);
  if (item.kind === 'number') return { kind: schema.maxItems === 2 && schema.minItems === 2 ? 'pair' : 'numbers' };
  if (item.kind === 'text') return { kind: 'texts' };
  if (item.kind === 'word') return { kind: 'words', words: item.words };
  if (item.kind === 'pair') return { kind: 'points' };
  return item.kind === 'fields' || item.kind === 'points' ? { kind: 'list', item: items } : { kind: 'raw' };
}

/** @param {Schema} schema @param {Schema} root @returns {Shape} */
function objectShape(schema, root) {
  const { additionalProperties: more, properties } = schema;
  if (properties) {
    const fields = Object.entries(properties);
    const needed = schema.required ?? [];
    return { kind: 'fields', fields: fields.map(([name, s]) => ({ name, schema: s, needed: needed.includes(name) })) };
  }
  // Lists by side are maps with the names of the sides as keys.
  const names = /** @type {Schema | undefined} */ (schema.propertyNames);
  const keys = names ? wordsOf(resolved(names, root))?.map((w) => String(w.value)) : undefined;
  if (more && typeof more === 'object') return { kind: 'map', value: more, keys: keys ?? SIDES };
  return { kind: 'raw' };
}

const SIDES = ['allies', 'axis'];

/** A word with what it means. @param {Word} word */
export function spokenWord({ value, says }) {
  const name = named(String(value));
  return says && !says.toLowerCase().includes(name.toLowerCase()) ? `${name} · ${says}` : says || name;
}

/** The words that may stand in a field, if only words may. @param {Schema} schema @returns {Word[] | null} */
function wordsOf(schema) {
  if ('const' in schema) return [{ value: schema.const, says: spoken(schema) }];
  if (schema.enum) return schema.enum.filter((v) => v !== null).map((value) => ({ value, says: '' }));
  const all = schema.oneOf;
  return all?.every((s) => 'const' in s || s.enum) ? all.flatMap((s) => wordsOf(s) ?? []) : null;
}

/** Whether a value has the outer form of a schema. @param {unknown} value @param {Schema} s @param {Schema} root */
export function fits(value, s, root) {
  const schema = resolved(s, root);
  if ('const' in schema) return value === schema.const;
  const kind = shape(schema, root);
  if (kind.kind === 'number') return typeof value === 'number';
  if (kind.kind === 'text' || kind.kind === 'word') return typeof value === 'string';
  if (Array.isArray(value)) return schema.type === 'array';
  if (kind.kind !== 'fields' || value === null || typeof value !== 'object') return false;
  return (schema.required ?? []).every((name) => name in value);
}

/** Something to begin with. @param {Schema} given @param {Schema} root @returns {unknown} */
export function made(given, root) {
  const schema = resolved(given, root);
  if ('const' in schema) return schema.const;
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  const kind = shape(schema, root);
  switch (kind.kind) {
    case 'text': return '';
    case 'switch': return false;
    case 'number': return Math.max(0, kind.min ?? 0);
    case 'word': return kind.words[0].value;
    case 'pair': return [0, 0];
    case 'fields': {
      const needed = kind.fields.filter((f) => f.needed);
      return Object.fromEntries(needed.map((f) => [f.name, made(f.schema, root)]));
    }
    case 'variants': return made(kind.variants[0].schema, root);
    case 'map': return {};
    case 'raw': return null;
    default: return [];
  }
}

/** What is said of a field, without numbers and names of rules. @param {Schema} schema */
function spoken(schema) {
  const text = String(schema.description ?? '').replace(/\s*\(`[^`]+`\)/g, '').replace(/\[`[^`]+`\]/g, '');
  const plain = text.replace(/^(`[^`]*`|[\dA-Z]+\.[\w.]*(, [\dA-Z]+\.[\w.]*)*)[:.]\s*/, '').replaceAll('`', '').trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The longest sentence that is a label. */
const LABEL = 64;

/**
 * The label of a field, what more is said of it, and the rule behind it.
 * @param {string} name @param {Schema} given @param {Schema} root
 */
export function words(name, given, root) {
  const schema = resolved(given, root);
  const says = spoken(schema);
  const rule = String(schema.description ?? '').match(/`([a-z-]+\/[\w.-]+)`/)?.[1];
  // What is said first names the field in plain words; the rest explains it. A full stop within a number ends nothing.
  const [, first = '', rest = ''] = says.match(/^(.*?)[.;](?:\s+(.*))?$/s) ?? [];
  const fitting = first.length > 0 && first.length <= LABEL;
  return fitting
    ? { label: first, hint: rest.charAt(0).toUpperCase() + rest.slice(1), rule }
    : { label: named(name), hint: says, rule };
}

/** The schema of a part of a scenario. @param {Schema} root @param {string} path @returns {Schema} */
export function schemaAt(root, path) {
  const way = path.split(/\.|\[\d+\]/).filter(Boolean);
  return way.reduce((schema, name) => {
    const kind = shape(schema, root);
    const found = kind.kind === 'fields' ? kind.fields.find((f) => f.name === name)?.schema : undefined;
    const inner = found ? shape(found, root) : undefined;
    if (inner?.kind === 'list') return inner.item;
    // A list may be one of several ways to say something.
    const lists = inner?.kind === 'variants' ? inner.variants.map((v) => shape(v.schema, root)) : [];
    const list = lists.find((l) => l.kind === 'list');
    return list?.kind === 'list' ? list.item : (found ?? {});
  }, root);
}
