// Takes secrets out of critiques without other verdicts taking their place: a run that is resumed reads them again.

import { wasm } from './load/index.js';
import { direct } from './trap.js';
import type { Reading, ReadOptions, ReflectSettings } from './types.js';

/** The critiques of one run. */
export class Critiques {
  private readonly options: ReadOptions;
  private readonly redacted: (text: string) => string;
  /** Drafts so far, as they were and as they are kept: a critique that only repeats them says nothing. */
  private were = '';
  private are = '';

  constructor(settings: ReflectSettings, redacted: (text: string) => string) {
    this.options = optionsOf(settings);
    this.redacted = redacted;
  }

  draft(was: string, now: string): void {
    this.were += `${was}\n`;
    this.are += `${now}\n`;
  }

  /** What is to stand for a critique: its redacted words where they say the same, else its verdict written anew around redacted texts. */
  kept(was: string, now: string, finishReason: string | undefined): string {
    const read = (text: string, answer: string): Reading => {
      const options = { ...this.options, answer, ...(finishReason === undefined ? {} : { finishReason }) };
      return direct(() => wasm().readCritique(text, options));
    };
    const wanted = read(was, this.were);
    const anew = JSON.stringify(this.anew(wanted));
    const ways = [now, anew, `${anew}\n[redacted]`, '[redacted]'];
    const exact = ways.find((way) => decided(read(way, this.are)) === decided(wanted));
    return exact ?? ways.find((way) => read(way, this.are).status === wanted.status) ?? now;
  }

  private anew(reading: Reading) {
    const { score, needsRevision, criteriaMet, confidence, issues } = reading;
    const seen = (text: string | undefined): string | undefined => (text === undefined ? undefined : this.redacted(text));
    const [reasoning, suggestion] = [seen(reading.reasoning), seen(reading.suggestion)];
    // How many there are decides, also where the hook leaves nothing of one.
    const each = (text: string): string => this.redacted(text) || '[redacted]';
    const suggestions = reading.suggestions?.map(each);
    if (this.options.form === 'criteria') return { reasoning, criteria_met: criteriaMet, confidence, suggestions };
    const told = { issues: issues.map(each), suggestion };
    if (this.options.form === 'score') return { reasoning, score, needs_revision: needsRevision, ...told };
    const status = reading.status === 'needs_revision' ? 'needs_revision' : 'accepted';
    return { status, critique: reasoning, ...told };
  }
}

/** What a run goes by. */
function decided({ status, score, needsRevision, criteriaMet, confidence, issues }: Reading): string {
  return JSON.stringify([status, score, needsRevision, criteriaMet, confidence, issues.length]);
}

/** How a run reads critiques under these settings. */
function optionsOf(settings: ReflectSettings): ReadOptions {
  const { criteria = [], strategy = 'classic', acceptanceThreshold, confidenceThreshold, maxSuggestions, sentinels } = settings;
  const form = settings.form ?? (criteria.length > 0 ? 'criteria' : 'score');
  const usual = form === 'status' ? 'invalid' : strategy === 'classic' ? 'accept' : 'revise';
  const options: Partial<ReadOptions> = { form, onContradiction: settings.onContradiction ?? usual };
  if (criteria.length > 0) options.criteriaCount = criteria.length;
  if (acceptanceThreshold !== undefined) options.acceptanceThreshold = acceptanceThreshold;
  if (confidenceThreshold !== undefined) options.confidenceThreshold = confidenceThreshold;
  if (maxSuggestions !== undefined) options.maxSuggestions = maxSuggestions;
  if (sentinels !== undefined) options.sentinels = sentinels;
  return options as ReadOptions;
}
