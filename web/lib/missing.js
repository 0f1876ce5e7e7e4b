// What a player sees if a part of the page did not come: the line was cut, or the server had too much to do. A plain
// script, because any module may be the part that is missing.

/** How often the page is loaded again by itself, and after how long. */
const MISSING = { tries: 3, waitMs: 4000, kept: 'tallyho:missing' };

/** @param {string} name @param {string} text */
function missingPart(name, text) {
  const part = document.createElement(name);
  part.textContent = text;
  return part;
}

/** Whether the page may be loaded again by itself; counts it. */
function mayTryAgain() {
  try {
    const tried = Number(sessionStorage.getItem(MISSING.kept) ?? 0) + 1;
    sessionStorage.setItem(MISSING.kept, String(tried));
    return tried <= MISSING.tries;
  } catch {
    // Where nothing can be kept nothing can be counted, and a page must not load itself for ever.
    return false;
  }
}

/** Says that the page is not whole, and loads it again, by itself or by a press. */
function pageIsNotWhole() {
  const again = mayTryAgain();
  const box = missingPart('div', '');
  box.className = 'notice';
  const now = missingPart('button', 'Try again');
  now.addEventListener('click', () => location.reload());
  const text = again ? 'It is tried again in a few seconds.' : 'The server may be busy, or the line is cut.';
  box.append(missingPart('h1', 'A part of this page did not arrive'), missingPart('p', text), now);
  document.querySelector('#main')?.replaceChildren(box);
  if (again) setTimeout(() => location.reload(), MISSING.waitMs);
}

let missing = false;
addEventListener(
  'error',
  ({ target }) => {
    const needed =
      target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet');
    if (!needed || missing) return;
    missing = true;
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', pageIsNotWhole);
    else pageIsNotWhole();
  },
  true,
);
addEventListener('load', () => {
  try {
    if (!missing) sessionStorage.removeItem(MISSING.kept);
  } catch {
    // Nothing was kept.
  }
});
