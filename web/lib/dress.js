// Puts on the page how this browser likes it to look. A plain script in the head of the page: modules run after the
// first paint, and the page would be seen in the wrong colours before.

/**
 * @param {{ theme?: string, motion?: string, contrast?: string, text?: string, palette?: string }} likes anything that
 *   is not said is as the system has it, or as usual
 */
function dressPage({ theme = 'auto', motion = 'auto', contrast = 'auto', text = 'usual', palette = 'usual' }) {
  const system = (/** @type {string} */ asks) => matchMedia(`(${asks})`).matches;
  const dark = theme === 'auto' ? system('prefers-color-scheme: dark') : theme === 'dark';
  const moves = motion === 'auto' ? !system('prefers-reduced-motion: reduce') : motion === 'on';
  const more = contrast === 'auto' ? system('prefers-contrast: more') : contrast === 'more';
  Object.assign(document.documentElement.dataset, {
    theme: dark ? 'dark' : 'light',
    motion: moves ? 'on' : 'off',
    contrast: more ? 'more' : 'usual',
    text,
    palette,
  });
}

try {
  dressPage(JSON.parse(localStorage.getItem('tallyho:settings') ?? 'null') ?? {});
} catch {
  // Private windows may keep nothing.
  dressPage({});
}
