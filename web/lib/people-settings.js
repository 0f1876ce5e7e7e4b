// What a person is called and how they are told of things: rows of the settings.

import { h } from './dom.js';
/** @import { Settings } from './settings.js' */

/** @param {Settings} settings @param {(change: Partial<Settings>) => void} change */
export function peopleRows(settings, change) {
  const told = h('small', { class: 'muted', role: 'status' });
  return [
    nameField(settings, change),
    flag('Talk at tables', settings.chat, (chat) => change({ chat })),
    flag('Notify me when it is my move and I look elsewhere', settings.notify, async (notify, box) => {
      if (notify && (await mayNotify()) !== 'granted') {
        box.checked = false;
        told.textContent = 'The browser does not allow notifications for this page.';
        return;
      }
      told.textContent = '';
      change({ notify });
    }),
    told,
  ];
}

/** Asks the browser whether this page may notify. */
async function mayNotify() {
  if (!('Notification' in window)) return 'denied';
  return Notification.permission === 'default' ? Notification.requestPermission() : Notification.permission;
}

/** What the player is called. @param {Settings} settings @param {(change: Partial<Settings>) => void} change */
export function nameField(settings, change) {
  const keep = () => change({ name: field.value.trim() });
  const field = h('input', {
    type: 'text',
    class: 'my-name',
    value: settings.name,
    maxlength: '24',
    autocomplete: 'nickname',
    placeholder: 'Shown to others at the table',
    onchange: keep,
  });
  return h('label', { class: 'name-row' }, h('b', null, 'Your name'), field);
}

/**
 * @param {string} text
 * @param {boolean} on
 * @param {(on: boolean, box: HTMLInputElement) => void} changed
 */
function flag(text, on, changed) {
  const box = h('input', { type: 'checkbox', checked: on, onchange: () => changed(box.checked, box) });
  return h('label', { class: 'switch' }, box, ` ${text}`);
}
