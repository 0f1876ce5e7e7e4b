// What a person likes: colours, size of letters, motion, sound, way of looking. Kept in this browser.

import { h } from './dom.js';
import { openDialog } from './dialog.js';
import { peopleRows } from './people-settings.js';
import { keep, read } from './storage.js';

/**
 * @typedef {{ theme: 'auto' | 'light' | 'dark', contrast: 'auto' | 'usual' | 'more',
 *   palette: 'usual' | 'red-green' | 'blue-yellow' | 'grey', text: 'usual' | 'large' | 'larger' | 'largest',
 *   motion: 'auto' | 'on' | 'off', speed: 'slow' | 'usual' | 'fast', sound: boolean, lessons: boolean,
 *   way: 'auto' | 'plan' | 'stand', pass: boolean, relief: string,
 *   name: string, chat: boolean, notify: boolean }} Settings
 */

/** Where this browser keeps which lessons were heard. */
export const LESSONS_HEARD = 'tallyho:lessons';

// lib/dress.js reads the same key before the first paint.
const KEY = 'tallyho:settings';
/** @type {Settings} */
const DEFAULTS = {
  theme: 'auto',
  contrast: 'auto',
  palette: 'usual',
  text: 'usual',
  motion: 'auto',
  speed: 'usual',
  sound: false,
  lessons: true,
  way: 'auto',
  pass: true,
  relief: 'wing-commander',
  name: '',
  chat: true,
  notify: false,
};
/** How much longer what moves takes. @type {Record<Settings['speed'], number>} */
const STRETCH = { slow: 2, usual: 1, fast: 0.5 };

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
export const motion = () => document.documentElement.dataset.motion === 'on';

/** How long something that moves lasts, as this person likes it. @param {number} ms */
export const lasting = (ms) => ms * STRETCH[settings.speed];

/** Puts theme, letters and motion on the page. */
const dress = () => dressPage(settings);

for (const asks of ['prefers-color-scheme: dark', 'prefers-reduced-motion: reduce', 'prefers-contrast: more'])
  matchMedia(`(${asks})`).addEventListener('change', dress);

/**
 * The settings dialog.
 * @param {HTMLElement} [first] what else one may look for there
 * @param {{ id: string, title: string }[]} [levels] computer pilots that may fly for the player
 */
export function openSettings(first, levels = []) {
  const pilots = Object.fromEntries(levels.map((p) => [p.id, p.title]));
  const rows = [
    first,
    choice('Theme', 'theme', { auto: 'As the system', light: 'Light', dark: 'Dark' }),
    choice('Contrast', 'contrast', { auto: 'As the system', usual: 'Usual', more: 'More' }),
    choice('Colours', 'palette', {
      usual: 'Usual',
      'red-green': 'Red-green blind',
      'blue-yellow': 'Blue-yellow blind',
      grey: 'Greys',
    }),
    choice('Letters', 'text', { usual: 'Usual', large: 'Large', larger: 'Larger', largest: 'Largest' }),
    choice('Motion', 'motion', { auto: 'As the system', on: 'On', off: 'Off' }),
    choice('Speed of motion', 'speed', { slow: 'Slow', usual: 'Usual', fast: 'Fast' }),
    levels.length > 1 && choice('When the computer flies for you', 'relief', pilots),
    choice('View of the table', 'way', { auto: 'As the game needs', plan: 'Plan', stand: 'On flight stands' }),
    onOff('Sounds', 'sound'),
    onOff('Pass decisions with only one choice by themselves', 'pass'),
    h('div', { class: 'lessons-row' }, onOff('Lessons when something happens for the first time', 'lessons'), again()),
    peopleRows(settings, change),
  ];
  openDialog('Settings', h('div', { class: 'settings' }, rows));
}

/** @param {string} label @param {'sound' | 'pass' | 'lessons'} name */
function onOff(label, name) {
  const set = (/** @type {Event} */ e) => change({ [name]: /** @type {HTMLInputElement} */ (e.target).checked });
  return h(
    'label',
    { class: 'switch' },
    h('input', { type: 'checkbox', checked: settings[name], onchange: set }),
    ` ${label}`,
  );
}

/** Has lessons told again that were heard. */
function again() {
  const button = h(
    'button',
    {
      class: 'small',
      onclick: () => {
        keep(LESSONS_HEARD, null);
        button.textContent = 'They will be told again';
      },
    },
    'Start lessons again',
  );
  return button;
}

/**
 * @param {string} label
 * @param {Exclude<keyof Settings, 'sound' | 'lessons'>} name
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
