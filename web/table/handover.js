// Hot seat: where something is secret the table is covered until the other player sits down.

import { h } from '../lib/dom.js';
import { openDialog } from '../lib/dialog.js';
import { hush } from '../lib/speech.js';
import { nameOf } from '../state/layout.js';
import { viewOf } from '../wire/patch.js';
/** @import { Side, View } from '../wire/types.js' */
/** @import { Play } from '../state/play.js' */

/**
 * Waits until the next player says to be there. Does nothing where the side that leaves sees no more than anybody may;
 * after a reload nobody can tell, and it waits.
 * @param {Play} play
 * @param {Side} to
 * @param {View | null} before what was seen before the last command, if anything was
 */
export async function handOver(play, to, before) {
  // Where both sides were asked at once, even that nothing was said is a secret.
  if (play.state.view && before && before.to_act.length < 2 && !(await secrets(play))) return;
  hush();
  const name = nameOf(play.state, to);
  await new Promise((resolve) => {
    const box = openDialog(
      `Hand over to ${name}`,
      [
        h('p', null, 'This table holds secrets. Let the other player sit down before it is shown again.'),
        h(
          'div',
          { class: 'row' },
          h('button', { class: 'go', autofocus: true, onclick: () => box.close() }, `I fly for ${name}`),
        ),
      ],
      { firm: true, kind: 'handover', closed: () => resolve(undefined) },
    );
  });
}

/** How far back in the log secrets are looked for. */
const LATELY = 100;

/** Whether this seat sees anything that an observer does not, or both sides decide at once. @param {Play} play */
async function secrets({ socket, state }) {
  const { view, log } = state;
  if (!view || view.to_act.length > 1) return true;
  const since = Math.max(0, (log.at(-1)?.seq ?? 0) - LATELY);
  const open = await socket.call('view', { seat: 'observer', since, position: false }).catch(() => null);
  if (!open || bare(viewOf(open)) !== bare(view)) return true;
  // What was said in secret is out once something has happened in the open after it.
  const last = open.log.at(-1)?.seq ?? -1;
  return log.some((e) => e.seq >= since && e.seq > last);
}

/** @param {View} view */
function bare(view) {
  return JSON.stringify({ ...view, seat: null, to_act: null });
}
