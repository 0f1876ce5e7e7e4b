// Going to another page of the client without loading it anew.

/** Goes to an address of this site. @param {string} to */
export function go(to) {
  history.pushState(null, '', to);
  dispatchEvent(new Event('go'));
}

/** Hears whenever somebody goes somewhere. @param {() => void} tell */
export function onGo(tell) {
  addEventListener('go', tell);
}
