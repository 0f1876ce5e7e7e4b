// Hot seat: where something is secret the table is covered until the other player sits down.

import { h } from './dom.js';
import { openDialog } from './dialog.js';
import { side as sideName } from './panel.js';
/** @import { Side, View } from './types.js' */
/** @import { Play } from './play.js' */

/**
 * Waits until the next player says that he is there. Does nothing where the side that leaves sees no more than anybody may.
 * @param {Play} play
 * @param {Side} to
 */
export async function handOver(play, to) {
  if (!play.view || !(await secrets(play))) return;
  const name = play.table?.sides[to]?.name ?? sideName(to);
  await new Promise((resolve) => {
    const box = openDialog(`Hand over to ${name}`, [
      h('p', null, 'This table holds secrets. Let the other player sit down before it is shown again.'),
      h('div', { class: 'row' }, h('button', { class: 'go', autofocus: true, onclick: () => box.close() }, `I fly for ${name}`)),
    ], { firm: true, kind: 'handover', closed: () => resolve(undefined) });
  });
}

/** Whether this seat sees anything that an observer does not, or both sides decide at once. @param {Play} play */
async function secrets(play) {
  const { view } = play;
  if (!view || view.to_act.length > 1) return true;
  const open = await play.socket.call('view', { seat: 'observer', since: 1_000_000_000 }).catch(() => null);
  return !open || bare(open.view) !== bare(view);
}

/** @param {View} view */
function bare(view) {
  return JSON.stringify({ ...view, seat: null, to_act: null });
}
