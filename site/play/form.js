// The form: what it holds, what is wrong with it and where, and how it is kept in the address.

import { ReflectEngine } from 'reflect-engine';
import { CHECKS } from './checks.js';
import { nameOf } from './code.js';
import { find, h } from './dom.js';

const NUMBERS = { maxReflections: 'reflections', acceptanceThreshold: 'threshold' };
/** Of the address; a key, a draft and a file are never in it. */
const CHECKED = ['critic', 'pace'];
const KEPT = {
  task: 'input',
  system: 'system',
  criteria: 'criteria',
  strategy: 'strategy',
  revisions: 'reflections',
  threshold: 'threshold',
  settings: 'more',
  source: 'source',
  url: 'url',
  model: 'name',
};

/** A mistake, and the `data-field` that it belongs to. */
class FieldError extends Error {
  constructor(field, message) {
    super(message);
    this.field = field;
  }
}

export function fill({ input = '', systemPrompt = '', criteria = [], checks = [], settings = {}, hasCritic = true }) {
  const { strategy = 'keep-best', maxReflections, acceptanceThreshold, ...more } = settings;
  find('input').value = input;
  find('system').value = systemPrompt;
  find('criteria').value = criteria.join('\n');
  find('strategy').value = strategy;
  find('reflections').value = maxReflections ?? '';
  find('threshold').value = acceptanceThreshold ?? '';
  find('more').value = Object.keys(more).length > 0 ? JSON.stringify(more) : '';
  find('critic').checked = hasCritic;
  find('checks').replaceChildren();
  for (const check of checks) addCheck(check);
}

/** One more verifier. */
export function addCheck({ kind, text = CHECKS[kind].first ?? '' }) {
  const { label, takes, rows = 1 } = CHECKS[kind];
  const id = `check-${crypto.randomUUID()}`;
  const remove = h('button', { type: 'button', ariaLabel: `Remove: ${label}`, textContent: '×' });
  const row = h(
    'div',
    { className: 'checkrow' },
    h('label', { htmlFor: id, textContent: takes === undefined ? label : `${label}: ${takes}` }),
    takes !== undefined && h('textarea', { id, rows, className: 'code', value: text, spellcheck: false }),
    remove,
  );
  Object.assign(row.dataset, { kind, field: 'check' });
  remove.addEventListener('click', () => {
    row.remove();
    find('form').dispatchEvent(new Event('input'));
  });
  find('checks').append(row);
}

/** What stands in the form. Throws where it cannot be read. */
export function readForm() {
  const value = (id) => find(id).value;
  const settings = { strategy: value('strategy') };
  for (const [name, id] of Object.entries(NUMBERS)) {
    const text = value(id).trim();
    if (text === '') continue;
    if (!Number.isFinite(Number(text))) throw new FieldError(name, `\`${name}\` must be a number, got "${text}"`);
    settings[name] = Number(text);
  }
  if (settings.strategy === 'keep-best') delete settings.strategy;
  const criteria = value('criteria')
    .split('\n')
    .flatMap((line) => line.trim() || []);
  const checks = [...find('checks').children].map((row) => ({
    kind: row.dataset.kind,
    text: row.querySelector('textarea')?.value ?? '',
  }));
  return {
    input: value('input'),
    systemPrompt: value('system'),
    criteria,
    checks,
    settings: { ...settings, ...others(value('more').trim()) },
    hasCritic: find('critic').checked,
    source: value('source'),
    url: value('url').trim(),
    name: value('name').trim(),
  };
}

function others(text) {
  if (text === '') return {};
  let more;
  try {
    more = JSON.parse(text);
  } catch (error) {
    throw new FieldError('settings', `this is not JSON: ${error.message}`);
  }
  if (typeof more !== 'object' || more === null || Array.isArray(more))
    throw new FieldError('settings', 'the other settings are an object, such as { "budget": { "maxCalls": 6 } }');
  const twice = ['strategy', 'criteria', ...Object.keys(NUMBERS)].find((name) => name in more);
  if (twice !== undefined) throw new FieldError('settings', `${twice} has a field of its own: leave it out here`);
  return more;
}

/** The verifiers of the form, by name. Marks those that cannot be made, and gives nothing then. */
export async function verifiersOf({ checks }) {
  const made = {};
  let isWhole = true;
  for (const [at, { kind, text }] of checks.entries()) {
    try {
      const wrong = await CHECKS[kind].check?.(text);
      if (wrong !== undefined) throw new Error(wrong);
      made[nameOf(kind, at, checks)] = CHECKS[kind].make(text);
    } catch (error) {
      isWhole = false;
      mark(find('checks').children[at], error.message);
    }
  }
  return isWhole ? made : undefined;
}

/** Marks what is wrong with the settings, in the package's own words. True where nothing is. */
export function isSound() {
  unmark();
  try {
    const { settings, criteria } = readForm();
    new ReflectEngine({ ...settings, ...(criteria.length > 0 && { criteria }) });
    return true;
  } catch (error) {
    markError(error);
    return false;
  }
}

export function unmark() {
  for (const shown of document.querySelectorAll('.fault')) shown.remove();
  for (const field of document.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
}

/** Shows an error at the field that it names; false where it names none. */
export function markError(error) {
  const [, named] = /`(?:settings\.)?(\w+)/.exec(error.message) ?? [];
  const fields = [error.field, named, error.code === 'invalid_settings' && 'settings'];
  const place = fields.map((name) => name && document.querySelector(`[data-field="${name}"]`)).find(Boolean);
  if (place) mark(place, error.message);
  return Boolean(place);
}

function mark(place, message) {
  const field = place.querySelector('input, select, textarea');
  const fault = h('p', { className: 'fault', id: `fault-${crypto.randomUUID()}`, textContent: message });
  field?.setAttribute('aria-invalid', 'true');
  field?.setAttribute('aria-describedby', fault.id);
  place.append(fault);
  place.closest('details')?.setAttribute('open', '');
}

/** What differs from the scenario, as the part of an address after `#`. */
export function addressOf(scenario, before) {
  const kept = new URLSearchParams({ scenario });
  for (const [key, value] of Object.entries(held())) if (value !== before[key]) kept.set(key, value);
  return `#${kept}`;
}

/** The form as the address keeps it. */
export function held() {
  const checks = [...find('checks').children].map((row) => [row.dataset.kind, row.querySelector('textarea')?.value]);
  const url = URL.canParse(find('url').value) ? new URL(find('url').value) : {};
  const values = Object.entries(KEPT).map(([key, id]) => [key, find(id).value]);
  const form = Object.fromEntries([
    ...values,
    ...CHECKED.map((id) => [id, `${find(id).checked}`]),
    ['checks', JSON.stringify(checks)],
  ]);
  // The address of a server may hold a password, or a key.
  return url.username || url.password || url.search ? { ...form, url: '' } : form;
}

/** Lays what an address keeps over the form. What it does not know is left out. */
export function restore(kept) {
  for (const [key, id] of Object.entries(KEPT)) {
    if (!kept.has(key)) continue;
    find(id).value = kept.get(key);
    if (find(id).localName === 'select' && find(id).value === '') throw new Error(`${key} is "${kept.get(key)}"`);
  }
  for (const id of CHECKED) if (kept.has(id)) find(id).checked = kept.get(id) === 'true';
  if (!kept.has('checks')) return;
  const checks = JSON.parse(kept.get('checks'));
  find('checks').replaceChildren();
  for (const [kind, text] of checks) if (Object.hasOwn(CHECKS, kind)) addCheck({ kind, text });
}
