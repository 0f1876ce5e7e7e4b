// What a person likes: theme, motion, sound, way of looking. Kept in this browser.

import { h } from './dom.js';
import { openDialog } from './dialog.js';
import { keep, read } from './storage.js';

/**
 * @typedef {{ theme: 'auto' | 'light' | 'dark', motion: 'auto' | 'on' | 'off', sound: boolean, way: 'plan' | 'stand' }}
 *   Settings
 */

const KEY = 'tallyho:settings';
/** @type {Settings} */
const DEFAULTS = { theme: 'auto', motion: 'auto', sound: false, way: 'plan' };

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read(KEY, {}) };
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {Partial<Settings>} change */
export function change(change) {
  Object.assign(settings, change);
  keep(KEY, settings);
  dress();
  for (const tell of listeners) tell();
}

/** Calls back after every change; answers how to stop that. @param {() => void} tell */
export function onChange(tell) {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** Whether things may move on the screen. */
export function motion() {
  if (settings.motion !== 'auto') return settings.motion === 'on';
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Puts theme and motion on the page. */
export function dress() {
  const root = document.documentElement;
  const dark =
    settings.theme === 'dark' || (settings.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  root.dataset.motion = motion() ? 'on' : 'off';
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', dress);
matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', dress);

/** The settings dialog. @param {HTMLElement} [more] what else one may look for there */
export function openSettings(more) {
  const rows = [
    choice('Theme', 'theme', { auto: 'As the system', light: 'Light', dark: 'Dark' }),
    choice('Motion', 'motion', { auto: 'As the system', on: 'On', off: 'Off' }),
    choice('View of the table', 'way', { plan: 'Plan', stand: 'On flight stands' }),
    h(
      'label',
      { class: 'switch' },
      h('input', {
        type: 'checkbox',
        checked: settings.sound,
        onchange: (/** @type {Event} */ e) => change({ sound: /** @type {HTMLInputElement} */ (e.target).checked }),
      }),
      ' Sounds',
    ),
    more && h('div', { class: 'row' }, more),
  ];
  openDialog('Settings', h('div', { class: 'settings' }, rows));
}

/**
 * @param {string} label
 * @param {'theme' | 'motion' | 'way'} name
 * @param {Record<string, string>} values
 */
function choice(label, name, values) {
  return h(
    'fieldset',
    { class: 'segments' },
    h('legend', null, label),
    Object.entries(values).map(([value, text]) =>
      h(
        'label',
        null,
        h('input', {
          type: 'radio',
          name,
          value,
          checked: settings[name] === value,
          onchange: () => change(/** @type {any} */ ({ [name]: value })),
        }),
        h('span', null, text),
      ),
    ),
  );
}
