// The form: what it holds, what is wrong with it and where, and how it is kept in the address.

import { ReflectEngine } from 'reflect-engine';
import { CHECKS } from './checks.js';
import { find, h } from './dom.js';

const NUMBERS = { maxReflections: 'reflections', acceptanceThreshold: 'threshold' };

/** A mistake, and the `data-field` that it belongs to. */
export function fieldError(field, message) {
  return Object.assign(new Error(message), { field });
}

/** What the address keeps; a key and a file have no name, and are never in it. */
function namedFields() {
  return [...find('form').elements].filter(({ name }) => name !== '');
}

/** The verifiers of the form. Their names are their kinds, with a number where there are several. */
function readChecks() {
  const counts = {};
  return Array.from(find('checks').children, (row) => {
    const { kind } = row.dataset;
    counts[kind] = (counts[kind] ?? 0) + 1;
    const name = counts[kind] === 1 ? kind : `${kind}${counts[kind]}`;
    return { kind, name, text: row.querySelector('textarea')?.value ?? '' };
  });
}

/** Fills the form with a scenario, whose replies are recorded. */
export function fill({ input = '', systemPrompt = '', criteria = [], checks = [], settings = {}, hasCritic = true } = {}) {
  const { strategy = 'keep-best', maxReflections, acceptanceThreshold, ...more } = settings;
  find('input').value = input;
  find('system').value = systemPrompt;
  find('criteria').value = criteria.join('\n');
  find('strategy').value = strategy;
  find('reflections').value = maxReflections ?? '';
  find('threshold').value = acceptanceThreshold ?? '';
  find('more').value = Object.keys(more).length > 0 ? JSON.stringify(more) : '';
  find('critic').checked = hasCritic;
  find('source').value = 'recorded';
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
  const strategy = value('strategy');
  const settings = strategy === 'keep-best' ? {} : { strategy };
  for (const [name, id] of Object.entries(NUMBERS)) {
    const text = value(id).trim();
    if (text === '') continue;
    if (!Number.isFinite(Number(text))) throw fieldError(name, `\`${name}\` must be a number, got "${text}"`);
    settings[name] = Number(text);
  }
  const criteria = value('criteria')
    .split('\n')
    .flatMap((line) => line.trim() || []);
  return {
    input: value('input'),
    systemPrompt: value('system'),
    checks: readChecks(),
    settings: { ...settings, ...others(value('more').trim()), ...(criteria.length > 0 && { criteria }) },
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
    throw fieldError('settings', `this is not JSON: ${error.message}`);
  }
  if (typeof more !== 'object' || more === null || Array.isArray(more))
    throw fieldError('settings', 'the other settings are an object, such as { "budget": { "maxCalls": 6 } }');
  const twice = ['strategy', 'criteria', ...Object.keys(NUMBERS)].find((name) => name in more);
  if (twice !== undefined) throw fieldError('settings', `${twice} has a field of its own: leave it out here`);
  return more;
}

/** Verifiers by name. Marks those that cannot be made, and gives nothing then. */
export async function verifiersOf(checks) {
  const made = {};
  let isWhole = true;
  for (const [at, { kind, name, text }] of checks.entries()) {
    try {
      const wrong = await CHECKS[kind].check?.(text);
      if (wrong !== undefined) throw new Error(wrong);
      made[name] = CHECKS[kind].make(text);
    } catch (error) {
      isWhole = false;
      mark(find('checks').children[at], error.message);
    }
  }
  return isWhole ? made : undefined;
}

/** Marks what is wrong with the settings, in the package's own words. True where nothing is. */
export function isSound() {
  for (const fault of document.querySelectorAll('.fault')) fault.remove();
  for (const field of document.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
  try {
    new ReflectEngine(readForm().settings);
    return true;
  } catch (error) {
    markError(error);
    return false;
  }
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
  for (const [key, value] of Object.entries(formState())) if (value !== before[key]) kept.set(key, value);
  return `#${kept}`;
}

/** The form as the address keeps it. */
export function formState() {
  const values = namedFields().map(({ name, type, value, checked }) => [name, type === 'checkbox' ? `${checked}` : value]);
  const form = { ...Object.fromEntries(values), checks: JSON.stringify(readChecks().map(({ kind, text }) => [kind, text])) };
  // The address of a server may hold a password, or a key.
  const { username, password, search } = URL.parse(form.url) ?? {};
  return username || password || search ? { ...form, url: '' } : form;
}

/** Lays what an address keeps over the form. What it does not know is left out. */
export function restore(kept) {
  for (const field of namedFields()) {
    const value = kept.get(field.name);
    if (value === null) continue;
    // A key is for the server that it was typed for, and not for one that a link names.
    if (field.name === 'url' && field.value !== value) find('key').value = '';
    if (field.type === 'checkbox') field.checked = value === 'true';
    else field.value = value;
    if (field.localName === 'select' && field.value === '') throw new Error(`${field.name} is "${value}"`);
  }
  if (!kept.has('checks')) return;
  const checks = JSON.parse(kept.get('checks'));
  find('checks').replaceChildren();
  for (const [kind, text] of checks) if (Object.hasOwn(CHECKS, kind)) addCheck({ kind, text });
}
