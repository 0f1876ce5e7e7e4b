// The scenario in hand, with all that can be undone. No page, no server.

import { put } from './path.js';

/** @typedef {Record<string, unknown>} Scenario */

/** So many steps can be undone. */
const MOST = 200;

export class Draft {
  /** @type {Scenario[]} */
  #past = [];
  /** @type {Scenario[]} */
  #future = [];
  /** What was changed last: the same field typed on is the same step. */
  #typing = '';

  /** @param {Scenario} scenario */
  constructor(scenario) {
    this.scenario = scenario;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Takes another scenario. @param {Scenario} scenario @param {string} [typing] the field that is being typed in */
  replace(scenario, typing = '') {
    if (!typing || typing !== this.#typing) this.#past = [...this.#past, this.scenario].slice(-MOST);
    this.#typing = typing;
    this.#future = [];
    this.scenario = scenario;
  }

  /** Changes one field; nothing takes it away. @param {string} path @param {unknown} value */
  change(path, value) {
    this.replace(put(this.scenario, path, value), path);
  }

  undo() {
    const before = this.#past.pop();
    if (!before) return false;
    this.#future.push(this.scenario);
    this.scenario = before;
    this.#typing = '';
    return true;
  }

  redo() {
    const after = this.#future.pop();
    if (!after) return false;
    this.#past.push(this.scenario);
    this.scenario = after;
    this.#typing = '';
    return true;
  }
}
